"""A game: its set-up, its moves, what may be chosen and what has happened."""
