"""The catalog: boxes, their texts, the numbered rules, and named set-ups."""
