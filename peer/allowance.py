"""How much of something is allowed: so much at once, and so much more as time goes by."""

from dataclasses import dataclass, field


@dataclass(slots=True)
class Allowance:
    """So much at once, and so much more every second."""

    burst: float
    a_second: float
    left: float = field(init=False)
    counted: float = 0.0

    def __post_init__(self) -> None:
        self.left = self.burst

    def take(self, amount: float, now: float) -> bool:
        """Whether there was enough left."""
        self.left = min(self.burst, self.left + (now - self.counted) * self.a_second)
        self.counted = now
        if amount > self.left:
            return False
        self.left -= amount
        return True
