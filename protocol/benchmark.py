"""How long the mathematics takes on this computer, in seconds on one core."""

from collections.abc import Sequence
from dataclasses import dataclass
from secrets import token_bytes
from statistics import median
from time import process_time

from protocol.claims import check_no_suit, prove_no_suit
from protocol.context import Context
from protocol.deck import Card, first_deck, read_face, take_shares
from protocol.group import base, mul, some
from protocol.keys import check_key, joint_key, prove_key
from protocol.seed import check_seed, commit_seed, deal_key, factors, permutation
from protocol.shares import check_shares, make_shares
from protocol.shuffle import shuffle
from protocol.shuffle_proof import check_shuffle, prove_shuffle

_RANKS = 15


@dataclass(frozen=True)
class Times:
    """Seconds that one seat needs to prove, and another one to check."""

    prove: float
    check: float


def time_deal(cards: int = 60, seats: int = 4, repeats: int = 3) -> float:
    """The median over `repeats` of a whole deal: all work of all seats, one after the other.

    Every seat commits to a seed, proves its key, shuffles with a proof and gives its shares for the cards of
    the others. Every seat checks all that the others said, takes all shares off all cards, and reads its own
    hand.
    """
    return median(_deal(cards, seats) for _ in range(repeats))


def time_claim(cards: int = 16, repeats: int = 5) -> Times:
    """The median of the claim that none of so many hidden cards is of a suit."""
    faces = tuple(range(_RANKS, _RANKS + cards))
    return _median([_claim(faces) for _ in range(repeats)])


def time_play_card(repeats: int = 5) -> Times:
    """The median of turning up one card of the own hand: the share with its proof."""
    return _median([_play() for _ in range(repeats)])


def _deal(cards: int, seats: int) -> float:
    table = token_bytes(32)
    faces = tuple(range(cards))
    everyone = range(seats)
    start = process_time()

    contexts = [Context(table, 1, seat) for seat in everyone]
    seeds = [token_bytes(32) for _ in everyone]
    secrets = [deal_key(ctx, seed) for ctx, seed in zip(contexts, seeds, strict=True)]
    keys = [some(base(x)) for x in secrets]
    commitments = [commit_seed(ctx, seed) for ctx, seed in zip(contexts, seeds, strict=True)]
    key_proofs = [prove_key(ctx, x) for ctx, x in zip(contexts, secrets, strict=True)]
    for checker in everyone:
        for seat in everyone:
            if seat != checker:
                check_key(contexts[seat], keys[seat], key_proofs[seat])
    for _ in everyone:
        X = joint_key(keys)
        deck = first_deck(faces, _RANKS, X)

    for seat in everyone:
        ctx = Context(table, 2 + seat, seat)
        order = permutation(contexts[seat], seeds[seat], cards)
        r = factors(contexts[seat], seeds[seat], cards)
        shuffled = shuffle(X, deck, order, r)
        proof = prove_shuffle(ctx, X, deck, shuffled, order, r)
        for _ in range(seats - 1):
            check_shuffle(ctx, X, deck, shuffled, proof)
        deck = shuffled

    taken: list[list[bytes]] = [[] for _ in range(cards)]
    for seat in everyone:
        ctx = Context(table, 2 + seats, seat)
        owed = [slot for slot in range(cards) if slot % seats != seat]
        turned = [deck[slot] for slot in owed]
        shares, shares_proof = make_shares(ctx, secrets[seat], keys[seat], turned)
        for _ in range(seats - 1):
            check_shares(ctx, keys[seat], turned, shares, shares_proof)
        for slot, share in zip(owed, shares, strict=True):
            taken[slot].append(share)
    seen = []
    for seat in everyone:
        held = [take_shares(card, shares) for card, shares in zip(deck, taken, strict=True)]
        seen += [_read(held[slot], secrets[seat], faces) for slot in range(seat, cards, seats)]
    took = process_time() - start

    for ctx, commitment, seed in zip(contexts, commitments, seeds, strict=True):
        check_seed(ctx, commitment, seed)
    if sorted(seen) != list(faces):
        raise RuntimeError("the deal lost a card")
    return took


def _claim(faces: Sequence[int]) -> Times:
    ctx, x, X, cards = _hand(faces)
    start = process_time()
    proof = prove_no_suit(ctx, x, X, _RANKS, cards, faces, 0)
    proven = process_time()
    check_no_suit(ctx, X, _RANKS, cards, 0, proof)
    return Times(proven - start, process_time() - proven)


def _play() -> Times:
    ctx, x, X, cards = _hand([7])
    start = process_time()
    shares, proof = make_shares(ctx, x, X, cards)
    proven = process_time()
    check_shares(ctx, X, cards, shares, proof)
    read_face(cards[0], shares[0], range(60), _RANKS)
    return Times(proven - start, process_time() - proven)


def _hand(faces: Sequence[int]) -> tuple[Context, int, bytes, tuple[Card, ...]]:
    ctx = Context(token_bytes(32), 1, 0)
    seed = token_bytes(32)
    x = deal_key(ctx, seed)
    X = some(base(x))
    n = len(faces)
    cards = shuffle(X, first_deck(faces, _RANKS, X), range(n), factors(ctx, seed, n))
    read_face(cards[0], some(mul(x, cards[0].a)), range(60), _RANKS)
    return ctx, x, X, cards


def _read(card: Card, x: int, faces: Sequence[int]) -> int:
    return read_face(card, some(mul(x, card.a)), faces, _RANKS)


def _median(times: Sequence[Times]) -> Times:
    return Times(median(time.prove for time in times), median(time.check for time in times))
