#!/bin/sh
# Puts the command `aude` on the PATH: install.sh WHEEL. pipx or uv give it an environment of its own; root is not needed.
set -eu
package="aude[draw,physics,server] @ file://$(realpath "$1")"
python=$(.venv/bin/python -c 'import sys; print(sys._base_executable)') # a compiled wheel is for this version only
if command -v pipx >/dev/null; then
    pipx install --force --python "$python" "$package"
elif command -v uv >/dev/null; then
    uv tool install --force --python "$python" "$package"
else
    echo "aude: neither pipx nor uv was found. Install one of them (Debian: apt-get install pipx) and try again," >&2
    echo "aude: or put a link to $PWD/.venv/bin/aude into a folder of your PATH." >&2
    exit 1
fi
