"""Commands and terminal screens."""
