"""The reference card."""
