#!/bin/sh
# A bot in POSIX shell, without any other program: it takes the first option that is offered.
#
#     aude play --bot blue="run:sh examples/plain_bot.sh"
#
# Lines are compact, and the options are the last field of a question, so text between marks is all that it looks at.

while IFS= read -r line; do
    case $line in
    '{"type":"hello"'*)
        echo '{"type":"hello","protocol":1,"name":"shell"}'
        ;;
    '{"type":"ask"'*)
        id=${line#*'"id":'}
        id=${id%%,*}
        action=${line#*'"options":['}       # all options, and what closes the message: ]}
        action=${action%']}'}
        action=${action%%',{"verb":'*}      # the first of them
        case $action in
        *'{"low":'*)                        # a range of numbers: the lowest
            low=${action#*'{"low":'}
            action="${action%%'{"low":'*}${low%%,*}}"
            ;;
        esac
        printf '{"type":"answer","id":%s,"action":%s}\n' "$id" "$action"
        ;;
    '{"type":"quit"'*)
        exit 0
        ;;
    esac
done
