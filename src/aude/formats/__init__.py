"""Games, positions and set-ups as text and data."""
