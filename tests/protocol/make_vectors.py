"""Writes tests/protocol/vectors/*.txt: `python -m tests.protocol.make_vectors` in the project's folder.

The files are what a second implementation is held against; they change only when the protocol does. All is
derived from fixed seeds; the fresh randomness of the proofs is replaced by the numbers 0, 1, 2, ..., here
only. A file has lines `name = value`; a value is hexadecimal, or numbers with spaces between them. Proofs are
MessagePack, as on the wire; a list of points is the points one after the other, a card is a and b.

In `refused.txt` a name is the error, the proof of `proofs.txt` that was changed, and what is wrong with it.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar
from unittest import mock

from msgspec.structs import replace

from protocol.claims import NoSuitProof, prove_no_suit
from protocol.coins import numbers
from protocol.commitments import commit
from protocol.context import Challenge, Context, tagged_hash
from protocol.deck import Card, R, S, card_point, first_deck, take_shares
from protocol.give import GiveProof, give_cards
from protocol.group import REFUSED_POINTS, G, Q, base, encode_scalar, hash_to_group, some
from protocol.keys import KeyProof, joint_key, prove_key
from protocol.seed import commit_seed, deal_key, factors, permutation
from protocol.set_claims import NoneOfProof, prove_none_of
from protocol.shares import SharesProof, make_shares
from protocol.shuffle import shuffle
from protocol.shuffle_proof import ShuffleProof, generators, prove_shuffle
from protocol.wire import decode, encode
from tests.protocol.vector_files import FOLDER

TABLE = bytes(range(32))
RANKS = 2
FACES = (0, 1, 2, 3, 5, 5)
HERE = Context(TABLE, 3, 1)
SEEDS = (bytes([1]) * 32, bytes([2]) * 32)

Shape = TypeVar("Shape")
Lines = Iterable[tuple[str, bytes | tuple[int, ...]]]


def cards_bytes(cards: Iterable[Card]) -> bytes:
    """All points of the cards, one after the other."""
    return b"".join(card.a + card.b for card in cards)


def group_lines() -> Lines:
    """The generator, multiples of it, and points from labels."""
    yield "G", G
    for k in (2, 3, Q - 1):
        yield f"{k} G", some(base(k))
    for label in ("card/suit", "card/rank", "shuffle/h", "shuffle/h/1", "shuffle/h/2", "self-test"):
        yield f"hash-to-group {label}", hash_to_group(label.encode())
    yield "sum of shuffle/h/1 to 60", generators(60).total


def hash_lines() -> Lines:
    """Hashes, challenges, commitments and joint numbers."""
    yield "context x", HERE.bytes("x")
    yield "tagged hash", tagged_hash("example", b"one", b"", b"three")
    challenge = Challenge(HERE, "example")
    challenge.absorb("X", G)
    challenge.absorb_all("list", [b"one", b"", b"three"])
    challenge.absorb_number("number", 258)
    yield "first challenge", encode_scalar(challenge.scalar("c"))
    yield "two weights", tuple(challenge.weights("w", 2))
    yield "second challenge", encode_scalar(challenge.scalar("c"))
    yield "commitment", commit(HERE, "seal", SEEDS[0], b"\x05")
    yield "numbers below 6 6 52 1000000", numbers(HERE, SEEDS, (6, 6, 52, 1_000_000))


def deck_lines() -> Lines:
    """The encoding of faces, and the deck before the first shuffle."""
    yield "S", S
    yield "R", R
    for face, ranks in ((0, 13), (51, 13), (5, 2), (59, 15)):
        yield f"face {face} of {ranks} ranks", card_point(face, ranks)
    yield "faces", FACES
    yield "first deck", cards_bytes(first_deck(FACES, RANKS, _keys()[2]))


def seed_lines() -> Lines:
    """What two seats derive from their seeds."""
    for seat, seed in enumerate(SEEDS):
        ctx = Context(TABLE, 3, seat)
        yield f"seat {seat} seed", seed
        yield f"seat {seat} commitment", commit_seed(ctx, seed)
        yield f"seat {seat} x", encode_scalar(deal_key(ctx, seed))
        yield f"seat {seat} X", some(base(deal_key(ctx, seed)))
        yield f"seat {seat} permutation", permutation(ctx, seed, 6)
        yield f"seat {seat} permutation of 60", permutation(ctx, seed, 60)
        yield f"seat {seat} factors", b"".join(map(encode_scalar, factors(ctx, seed, 6)))
    yield "joint key", _keys()[2]


def proof_lines() -> Lines:
    """One shuffle, and one proof of each kind, in the order of a deal."""
    x, X, _ = _keys()
    for seat in (0, 1):
        yield f"seat {seat} key proof", encode(prove_key(Context(TABLE, 3, seat), x[seat]))
    shuffled, proof = _shuffled()
    yield "shuffled", cards_bytes(shuffled)
    yield "shuffle proof", encode(proof)
    shares, shares_proof = make_shares(Context(TABLE, 5, 1), x[1], X[1], shuffled)
    yield "shares", b"".join(shares)
    yield "shares proof", encode(shares_proof)
    held = [take_shares(card, [share]) for card, share in zip(shuffled, shares, strict=True)]
    yield "held by seat 0", cards_bytes(held)
    one, one_proof = make_shares(Context(TABLE, 6, 0), x[0], X[0], held[:1])
    yield "share of one card", one[0]
    yield "share of one card proof", encode(one_proof)
    given, give_proof = give_cards(Context(TABLE, 7, 0), x[0], X[0], X[1], held[:2])
    yield "given", cards_bytes(given)
    yield "give proof", encode(give_proof)
    order = permutation(Context(TABLE, 3, 0), SEEDS[0], 6)
    hand = [place for place, j in enumerate(order) if FACES[j] // RANKS != 1]
    cards, faces = [held[place] for place in hand], [FACES[order[place]] for place in hand]
    yield "claimed places", tuple(hand)
    yield (
        "claim of no suit 1",
        encode(prove_no_suit(Context(TABLE, 8, 0), x[0], X[0], RANKS, cards, faces, 1)),
    )
    yield (
        "claim of none of 2 4",
        encode(prove_none_of(Context(TABLE, 9, 0), x[0], X[0], RANKS, cards, faces, (2, 4))),
    )
    yield "faces in places", tuple(FACES[j] for j in order)


def refused_lines() -> Lines:
    """Changed proofs, which have to be refused with the error that stands first."""
    proofs = dict(proof_lines())

    def proof(name: str, shape: type[Shape]) -> Shape:
        data = proofs[name]
        assert isinstance(data, bytes)
        return decode(data, shape)

    def line(error: str, name: str, what: str, changed: object) -> tuple[str, bytes]:
        return f"{error} | {name} | {what}", encode(changed)

    name = "seat 0 key proof"
    key = proof(name, KeyProof)
    yield line("BadScalar", name, "z plus Q", replace(key, z=_plus_q(key.z)))
    yield line("BadScalar", name, "c is Q", replace(key, c=Q.to_bytes(32, "little")))
    yield line("BadProof", name, "zeros", KeyProof(bytes(32), bytes(32)))
    yield line("BadProof", name, "proof of seat 1", proof("seat 1 key proof", KeyProof))
    name = "shuffle proof"
    shuffled = proof(name, ShuffleProof)
    identity, mixed = REFUSED_POINTS[0], REFUSED_POINTS[8]
    yield line("BadPoint", name, "identity in c", replace(shuffled, c=(identity, *shuffled.c[1:])))
    yield line(
        "BadPoint", name, "mixed order in c_hat", replace(shuffled, c_hat=(*shuffled.c_hat[:5], mixed))
    )
    yield line("BadScalar", name, "s plus Q", replace(shuffled, s=(*shuffled.s[:3], _plus_q(shuffled.s[3]))))
    yield line("BadProof", name, "s_prime reversed", replace(shuffled, s_prime=shuffled.s_prime[::-1]))
    yield line("BadProof", name, "c reversed", replace(shuffled, c=shuffled.c[::-1]))
    yield line("Malformed", name, "s_hat too short", replace(shuffled, s_hat=shuffled.s_hat[:5]))
    for name in ("shares proof", "share of one card proof"):
        shares = proof(name, SharesProof)
        yield line("BadScalar", name, "z plus Q", replace(shares, z=_plus_q(shares.z)))
        yield line("BadProof", name, "c and z exchanged", SharesProof(shares.z, shares.c))
        yield line("BadProof", name, "key proof", SharesProof(key.c, key.z))
    name = "give proof"
    give = proof(name, GiveProof)
    yield line("BadScalar", name, "z plus Q", replace(give, z=_plus_q(give.z)))
    yield line("BadProof", name, "z_s reversed", replace(give, z_s=give.z_s[::-1]))
    yield line("Malformed", name, "z_s too long", replace(give, z_s=(*give.z_s, give.z)))
    name = "claim of no suit 1"
    claim = proof(name, NoSuitProof)
    first = claim.T[0]
    yield line("BadPoint", name, "mixed order", replace(claim, T=((first[0], mixed), *claim.T[1:])))
    yield line("BadProof", name, "T exchanged", replace(claim, T=(first[::-1], *claim.T[1:])))
    yield line("BadProof", name, "zeros", replace(claim, z=((bytes(32),) * 3, *claim.z[1:])))
    yield line("Malformed", name, "one card left out", replace(claim, T=claim.T[1:], z=claim.z[1:]))
    name = "claim of none of 2 4"
    none = proof(name, NoneOfProof)
    yield line("BadPoint", name, "identity as C", replace(none, C=(identity, *none.C[1:])))
    yield line("BadPoint", name, "mixed order", replace(none, T=(*none.T[:-1], (none.T[-1][0], mixed))))
    yield line(
        "BadScalar", name, "z plus Q", replace(none, z=((_plus_q(none.z[0][0]), none.z[0][1]), *none.z[1:]))
    )
    yield line("BadProof", name, "C reversed", replace(none, C=none.C[::-1]))
    yield line("BadProof", name, "T exchanged", replace(none, T=(none.T[0][::-1], *none.T[1:])))
    yield line("BadProof", name, "zeros", replace(none, z=((bytes(32),) * 2, *none.z[1:])))
    yield line("Malformed", name, "one pair left out", NoneOfProof(none.C[1:], none.T[1:], none.z[1:]))
    yield line("Malformed", name, "claim of no suit", claim)


FILES: dict[str, Callable[[], Lines]] = {
    "group": group_lines,
    "hashes": hash_lines,
    "deck": deck_lines,
    "seeds": seed_lines,
    "proofs": proof_lines,
    "refused": refused_lines,
}


def text(name: str) -> str:
    """The file of this name, as it has to be."""
    made = FILES[name].__doc__ or ""
    lines = [f"# {made}"]
    counter = iter(range(2**32))
    with mock.patch("protocol.context.token_bytes", lambda n: next(counter).to_bytes(n, "big")):
        for label, value in FILES[name]():
            shown = value.hex() if isinstance(value, bytes) else " ".join(map(str, value))
            lines.append(f"{label} = {shown}")
    return "\n".join(lines) + "\n"


def _plus_q(scalar: bytes) -> bytes:
    return (int.from_bytes(scalar, "little") + Q).to_bytes(32, "little")


def _keys() -> tuple[list[int], list[bytes], bytes]:
    x = [deal_key(Context(TABLE, 3, seat), seed) for seat, seed in enumerate(SEEDS)]
    X = [some(base(k)) for k in x]
    return x, X, joint_key(X)


def _shuffled() -> tuple[tuple[Card, ...], ShuffleProof]:
    joint = _keys()[2]
    ctx, seed = Context(TABLE, 3, 0), SEEDS[0]
    deck = first_deck(FACES, RANKS, joint)
    order, r = permutation(ctx, seed, len(FACES)), factors(ctx, seed, len(FACES))
    shuffled = shuffle(joint, deck, order, r)
    return shuffled, prove_shuffle(Context(TABLE, 4, 0), joint, deck, shuffled, order, r)


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(exist_ok=True)
    for name in FILES:
        (FOLDER / f"{name}.txt").write_text(text(name), encoding="ascii", newline="\n")


if __name__ == "__main__":
    main()
