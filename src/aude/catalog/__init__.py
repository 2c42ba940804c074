"""What there is: the boxes, their texts, the numbered rules, set-ups with a name."""
