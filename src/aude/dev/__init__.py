"""For people who work on the engine: measuring and counting."""
