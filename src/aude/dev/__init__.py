"""For people who work on the engine: benchmarks and counts."""
