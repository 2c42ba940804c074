"""Games in numbers, for programs that learn: the action space, observations, and many games stepped at once."""
