"""Games as numbers, for machine learning: the action space, observations, and stepping many games at once."""
