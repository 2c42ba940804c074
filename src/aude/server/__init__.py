"""The game server: tables that people and bots play at over the network, and where their games are kept."""
