"""Why a move is good, what a game might have been, and puzzles made of games: explanations, reviews, puzzles."""
