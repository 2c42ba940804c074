"""How many games a server carries: `make load`. Everything happens on this machine, and stops by itself."""
