"""Evaluation and search for the stronger bots. Compiled; knows no box."""
