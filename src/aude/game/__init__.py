"""A game: its set-up, its moves, its options and its events."""
