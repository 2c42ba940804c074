"""Judging positions and finding moves: what the stronger computer players think with. Compiled; it knows no box."""
