"""Reading the files in `vectors`."""

from pathlib import Path

FOLDER = Path(__file__).parent / "vectors"


def read(name: str) -> dict[str, str]:
    """The values of a file by their names."""
    lines = (FOLDER / f"{name}.txt").read_text(encoding="ascii").splitlines()
    return dict(line.split(" = ") for line in lines if not line.startswith("#"))


def points(data: str) -> tuple[bytes, ...]:
    """The points that stand one after the other."""
    return tuple(bytes.fromhex(data[i : i + 64]) for i in range(0, len(data), 64))


def numbers(data: str) -> tuple[int, ...]:
    """The numbers that stand with spaces between them."""
    return tuple(map(int, data.split()))


SEEDS, DECK, PROOFS, REFUSED = read("seeds"), read("deck"), read("proofs"), read("refused")
PROVEN = [name for name in PROOFS if "proof" in name or "claim of" in name]
