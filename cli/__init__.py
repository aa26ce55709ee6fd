"""Commands and terminal screens."""

__version__ = "0.1.0"
