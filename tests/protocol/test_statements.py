"""Every field of every statement and of every proof counts."""

import importlib
import inspect
import pkgutil
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import protocol
from protocol.claims import NoSuitProof, check_no_suit, prove_no_suit
from protocol.commitments import check_opening, commit
from protocol.errors import BadOpening, BadProof, Malformed
from protocol.give import GiveProof, check_give, give_cards
from protocol.keys import KeyProof, check_key, prove_key
from protocol.seed import check_seed, commit_seed
from protocol.set_claims import NoneOfProof, check_none_of, prove_none_of
from protocol.shares import SharesProof, check_shares, make_shares
from protocol.shuffle import shuffle
from protocol.shuffle_proof import ShuffleProof, check_shuffle, prove_shuffle
from tests.protocol.deal import SmallDeal
from tests.protocol.mutations import mutations

MATHEMATICS = [
    "claims",
    "coins",
    "commitments",
    "context",
    "deck",
    "errors",
    "give",
    "group",
    "keys",
    "seed",
    "set_claims",
    "shares",
    "shuffle",
    "shuffle_proof",
]
PROOFS = {KeyProof, ShuffleProof, SharesProof, GiveProof, NoSuitProof, NoneOfProof}
Case = tuple[Callable[..., None], dict[str, Any]]


def _cases() -> dict[str, Case]:
    deal = SmallDeal(faces=(0, 1, 2))
    ctx = deal.context(0, 5)
    x, X = deal.secrets[0], deal.keys[0]
    order, r = deal.permutation(0), deal.factors(0)
    shuffled = shuffle(deal.joint, deal.first, order, r)
    cards = deal.held_by(0)
    faces = [deal.face_in(place) for place in range(3)]
    shares, shares_proof = make_shares(ctx, x, X, cards)
    given, give_proof = give_cards(ctx, x, X, deal.keys[1], cards[:2])
    one_share, one_proof = make_shares(ctx, x, X, cards[:1])
    nonce = bytes(range(100, 132))
    return {
        "key": (check_key, {"ctx": ctx, "X": X, "proof": prove_key(ctx, x)}),
        "shuffle": (
            check_shuffle,
            {
                "ctx": ctx,
                "X": deal.joint,
                "deck": deal.first,
                "shuffled": shuffled,
                "proof": prove_shuffle(ctx, deal.joint, deal.first, shuffled, order, r),
            },
        ),
        "shares": (
            check_shares,
            {"ctx": ctx, "X": X, "cards": cards, "shares": shares, "proof": shares_proof},
        ),
        "one share": (
            check_shares,
            {"ctx": ctx, "X": X, "cards": cards[:1], "shares": one_share, "proof": one_proof},
        ),
        "give": (
            check_give,
            {
                "ctx": ctx,
                "X": X,
                "to_X": deal.keys[1],
                "cards": cards[:2],
                "given": given,
                "proof": give_proof,
            },
        ),
        "claim": (
            check_no_suit,
            {
                "ctx": ctx,
                "X": X,
                "ranks": 2,
                "cards": cards,
                "suit": 5,
                "proof": prove_no_suit(ctx, x, X, 2, cards, faces, 5),
            },
        ),
        "none of": (
            check_none_of,
            {
                "ctx": ctx,
                "X": X,
                "ranks": 2,
                "cards": cards[:2],
                "forbidden": (7, 9),
                "proof": prove_none_of(ctx, x, X, 2, cards[:2], faces[:2], (7, 9)),
            },
        ),
        "opening": (
            check_opening,
            {
                "ctx": ctx,
                "domain": "seal",
                "commitment": commit(ctx, "seal", nonce, b"value"),
                "nonce": nonce,
                "value": b"value",
            },
        ),
        "seed": (check_seed, {"ctx": ctx, "commitment": commit_seed(ctx, nonce), "seed": nonce}),
    }


CASES = _cases()
FIELDS = [(case, name) for case, (_, arguments) in CASES.items() for name in arguments]


@pytest.mark.parametrize("case", CASES)
def test_the_truth_is_accepted(case: str) -> None:
    """The unchanged statement passes, so that the refusals below are due to the change."""
    check, arguments = CASES[case]
    check(**arguments)


@pytest.mark.parametrize(("case", "name"), FIELDS)
def test_every_change_is_refused(case: str, name: str) -> None:
    """No field of a statement or proof can be changed, left out, doubled or put in another order."""
    check, arguments = CASES[case]
    seen = 0
    for what, changed in _changes(arguments[name]):
        if changed == arguments[name]:
            continue
        seen += 1
        try:
            check(**{**arguments, name: changed})
        except (BadProof, BadOpening, Malformed):
            continue
        pytest.fail(f"{case} passes with {name} changed: {what}")
    assert seen > 0


def _changes(value: Any) -> Any:
    if isinstance(value, str):
        return [("another domain", "coin"), ("longer", value + "l"), ("none", "")]
    return mutations(value)


def test_no_parameter_is_forgotten() -> None:
    """Every `check_` function of the mathematics is tested above, with each of its parameters changed."""
    checks = {
        function
        for module in _modules()
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if name.startswith("check_") and function.__module__ == module.__name__
    }
    assert checks == {check for check, _ in CASES.values()}
    for check, arguments in CASES.values():
        assert list(inspect.signature(check).parameters) == list(arguments)


def test_no_proof_is_forgotten() -> None:
    """Every struct of the mathematics is the proof of a case above, and its fields are all changed."""
    structs = {
        struct
        for module in _modules()
        for _, struct in inspect.getmembers(module, inspect.isclass)
        if issubclass(struct, msgspec.Struct) and struct.__module__ == module.__name__
    }
    proofs = [arguments["proof"] for _, arguments in CASES.values() if "proof" in arguments]
    assert structs == PROOFS == {type(proof) for proof in proofs}
    for proof in proofs:
        touched = {what.split(":")[0] for what, _ in mutations(proof)}
        assert touched == {field.name for field in msgspec.structs.fields(proof)}


def test_all_modules_of_the_mathematics_are_searched() -> None:
    """The two tests above look into every module of protocol that does not carry messages or times."""
    messages = {"benchmark", "events", "genesis", "lobby", "messages", "payloads", "transcript", "wire"}
    names = {module.name for module in pkgutil.iter_modules(protocol.__path__)}
    assert names - messages == set(MATHEMATICS)


def test_a_proof_is_no_proof_of_another_kind() -> None:
    """Where two kinds of proof have the same shape, one does not pass for the other."""
    arguments = {case: CASES[case][1] for case in ("key", "shares", "one share")}
    key = arguments["key"]["proof"]
    with pytest.raises(BadProof):
        check_shares(**{**arguments["one share"], "proof": SharesProof(key.c, key.z)})
    for case in ("shares", "one share"):
        proof = arguments[case]["proof"]
        with pytest.raises(BadProof):
            check_key(**{**arguments["key"], "proof": KeyProof(proof.c, proof.z)})
    with pytest.raises(BadProof):
        check_shares(**{**arguments["one share"], "proof": arguments["shares"]["proof"]})


def _modules() -> list[Any]:
    return [importlib.import_module(f"protocol.{name}") for name in MATHEMATICS]
