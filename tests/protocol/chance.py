"""What a peer could draw by chance, for tests that make up keys and factors."""

from secrets import randbelow

from protocol.group import Q


def random_scalar() -> int:
    """A scalar in 1..Q-1 from the operating system."""
    return 1 + randbelow(Q - 1)
