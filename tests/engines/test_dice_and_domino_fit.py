"""Dice And Domino: what is turned up (rules.md 2, a turn, 3), case by case and for every pair of tiles."""

from itertools import combinations_with_replacement, product

import pytest

from engines import dice_and_domino_state as state
from engines.dice_and_domino import RULES
from engines.dice_and_domino_state import TILES, item
from engines.table import allows, choices, claims, reason
from engines.vocabulary import NOBODY, Claim, Face, Played
from tests.engines.domino_table import FACES, names, place, table

# 3. what fits (dice, placed, turned up: sets that one may choose from, parted by |)

FITTING = [
    ("a tile fits a die whose face it bears", (2, 5), "0-2 1-3", "0-2"),
    ("neither fits", (2, 5), "0-1 3-4", ""),
    ("different dice: both fit", (2, 4), "0-2 2-4", "0-2 2-4"),
    ("different dice, the other way round", (4, 2), "0-2 2-4", "0-2 2-4"),
    ("one die serves one tile: the owner chooses which one", (2, 5), "0-2 2-4", "0-2 | 2-4"),
    ("two copies through the same die", (2, 5), "0-2 0-2", "0-2 | 0-2"),
    ("two dice of one face serve two tiles", (3, 3), "0-3 3-4", "0-3 3-4"),
    ("blanks match no die", (2, 5), "0-1 0-3", ""),
    ("a tile alone", (2, 5), "2-3", "2-3"),
    ("a tile alone that does not fit", (2, 5), "1-3", ""),
    ("perfect: exactly the two faces", (1, 4), "1-4 2-3", "1-4"),
    ("perfect on a double roll", (3, 3), "3-3 0-1", "3-3"),
    ("a companion of a perfect tile fits if it bears either face", (2, 4), "0-2 2-4", "0-2 2-4"),
    ("a companion through the face of the perfect tile", (2, 4), "2-4 4-6", "2-4 4-6"),
    ("a companion on a double roll", (3, 3), "3-3 1-3", "1-3 3-3"),
    ("two perfect tiles", (2, 4), "2-4 2-4", "2-4 2-4"),
    ("double perfect", (1, 4), "1-1 4-4", "1-1 4-4"),
    ("double perfect on a double roll", (4, 4), "4-4 4-4", "4-4 4-4"),
    ("half a double perfect is no special", (1, 4), "1-1 1-3", "1-1 | 1-3"),
    ("a W0 always fits", (1, 4), "0-0 2-3", "0-0"),
    ("a companion of a W0 fits if it bears either face", (1, 4), "0-0 4-6", "0-0 4-6"),
    ("a W0 and a perfect tile", (1, 4), "0-0 1-4", "0-0 1-4"),
    ("two W0", (1, 4), "0-0 0-0", "0-0 0-0"),
    ("a W0 alone", (1, 4), "0-0", "0-0"),
    ("a tile with both faces through either", (2, 5), "2-2 5-6", "2-2 5-6"),
]


@pytest.mark.parametrize(
    ("dice", "tiles", "wanted"), [case[1:] for case in FITTING], ids=[c[0] for c in FITTING]
)
def test_what_fits_is_turned_up(dice: tuple[int, int], tiles: str, wanted: str) -> None:
    """What fits is turned up, no more and no less; a choice only where both fit through the same die."""
    s, faces = table([tiles, "0-6 6-6"], dice, sets=2)
    s = place(s, faces, tiles, "0-6 6-6")
    offered = [names([faces[int(n)] for n in choice]) for choice in choices(RULES, s, 0, faces)]  # type: ignore[union-attr]
    assert sorted(offered) == sorted(each.strip() for each in wanted.split("|"))


KINDS = [
    ("double perfect before perfect", (1, 4), "1-1 4-4", ["double_perfect", "double_perfect"]),
    ("two copies on a double roll", (4, 4), "4-4 4-4", ["double_perfect", "double_perfect"]),
    ("one copy on a double roll is perfect", (4, 4), "4-4 0-4", ["perfect", None]),
    ("perfect", (1, 4), "1-4 4-6", ["perfect", None]),
    ("two copies placed by one player are both special", (1, 4), "1-4 1-4", ["perfect", "perfect"]),
    ("W0", (1, 4), "0-0 4-6", ["w0", None]),
    ("two W0", (1, 4), "0-0 0-0", ["w0", "w0"]),
    ("perfect and W0", (1, 4), "0-0 1-4", ["w0", "perfect"]),
    ("half a double perfect", (1, 4), "1-1", [None]),
    ("none", (1, 4), "1-3 4-6", [None, None]),
]


@pytest.mark.parametrize(("dice", "tiles", "wanted"), [case[1:] for case in KINDS], ids=[c[0] for c in KINDS])
def test_special_tiles(dice: tuple[int, int], tiles: str, wanted: list[str | None]) -> None:
    """Double perfect, perfect (not part of a double perfect) and W0, in either order of the dice."""
    faces = tuple(FACES[tile] for tile in tiles.split())
    for rolled in (dice, dice[::-1]):
        assert [state.SPECIALS[kind] for kind in state.kinds(rolled, faces)] == wanted
        assert [state.SPECIALS[kind] for kind in state.kinds(rolled, faces[::-1])] == wanted[::-1]


def test_specials_from_the_strongest() -> None:
    """Strongest first: double perfect, perfect, W0."""
    assert state.SPECIALS == (None, "w0", "perfect", "double_perfect")
    assert state.strongest((1, 4), (FACES["0-0"], FACES["1-4"])) == state.PERFECT
    assert state.strongest((1, 4), ()) == state.PLAIN


def test_there_is_no_holding_back() -> None:
    """What fits may not stay down, and what does not fit may not be turned up."""
    s, faces = table(["1-3 2-3", "0-6 6-6"], (1, 5))
    s = place(s, faces, "1-3 2-3", "0-6 6-6")
    fits, other = (next(n for n in state.placed(s, 0) if faces[n] == FACES[tile]) for tile in ("1-3", "2-3"))
    assert list(choices(RULES, s, 0, faces)) == [(fits,)]
    for choice in ((), (other,), tuple(sorted((fits, other)))):
        assert reason(RULES, s, 0, faces, choice) == "fit"


# every pair of tiles and all dice

ROLLS = list(product(range(1, 7), repeat=2))
PAIRS = list(combinations_with_replacement(TILES, 2))


def told(dice: tuple[int, int], tiles: tuple[Face, ...]) -> set[tuple[Face, ...]]:
    """The sentences of rule 3 once more, in texts: the sets that may be turned up, each sorted."""
    words = [item(face) for face in tiles]
    one, other = sorted(map(str, dice))
    doubles = sorted([f"{one}-{one}", f"{other}-{other}"])
    special = [w in ("0-0", f"{one}-{other}") or sorted(words) == doubles for w in words]
    matches = [{die for die in (0, 1) if (one, other)[die] in w} for w in words]
    if any(special):
        return {tuple(f for f, s, m in zip(tiles, special, matches, strict=True) if s or m)}
    fitting = [face for face, m in zip(tiles, matches, strict=True) if m]
    if len(fitting) == 2 and not any(a != b for a, b in product(*matches)):
        return {(face,) for face in fitting}
    return {tuple(fitting)}


@pytest.mark.parametrize("dice", ROLLS)
def test_honest_is_legal_and_true_and_nothing_else_is(dice: tuple[int, int]) -> None:
    """For every pair of tiles: what is turned up by the rule is allowed and its claims are true; every other
    subset is refused before everybody, or owes a claim that is false.
    """
    for tiles in [*PAIRS, *((tile,) for tile in TILES)]:
        s, faces = _two_sets(dice, tiles)
        slots = state.placed(s, 0)
        legal = told(dice, tiles)
        for choice in _subsets(slots):
            up = tuple(faces[slot] for slot in choice)
            fact = Played(0, choice, up)
            owed = claims(RULES, s, fact)
            down = {faces[slot] for slot in slots if slot not in choice}
            true = all(not down & set(claim.faces) for claim in owed)
            assert (choice in choices(RULES, s, 0, faces)) == (tuple(sorted(up)) in legal)
            if tuple(sorted(up)) in legal:
                assert allows(RULES, s, fact, NOBODY) is None
                assert allows(RULES, s, fact, faces) is None
                assert true
            else:
                assert allows(RULES, s, fact, faces) == "fit"
                assert allows(RULES, s, fact, NOBODY) == "fit" or not true


def _two_sets(dice: tuple[int, int], tiles: tuple[Face, ...]) -> tuple[state.State, dict[int, Face]]:
    """A table of two at which seat 0 has placed these tiles, so that it is to turn them up."""
    s, _ = table([" ".join(map(item, tiles)), "6-6 6-6"], dice, sets=2)
    return s._replace(section=state.UP), dict(enumerate(tiles))


def _subsets(slots: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [(), *((slot,) for slot in slots), *([slots] if len(slots) == 2 else [])]


@pytest.mark.parametrize("dice", ROLLS[::5])
def test_claims_are_exactly_what_the_rule_forbids(dice: tuple[int, int]) -> None:
    """Beside what is up, a tile is in the claim if and only if it could not have stayed down."""
    for tile in TILES:
        wanted = tuple(below for below in TILES if (tile,) not in told(dice, tuple(sorted((tile, below)))))
        assert state.impossible_below(dice, (tile,)) == wanted
    assert state.impossible_below(dice, ()) == tuple(t for t in TILES if () not in told(dice, (t,)))


def test_what_stays_down_owes_one_claim_over_its_slots() -> None:
    """Nothing where all is up; else one claim, faces sorted, about the placed tiles only."""
    s, faces = table(["2-3 0-6 1-1", "0-6 6-6"], (1, 4))
    s = place(s, faces, "2-3 0-6", "0-6 6-6")
    bearing = tuple(t for t in TILES if t == 0 or {1, 4} & {t // 7, t % 7})
    assert claims(RULES, s, Played(0, (), ())) == (Claim(0, state.placed(s, 0), bearing),)
    assert bearing == tuple(sorted(bearing))
    both = state.placed(s, 0)
    assert claims(RULES, s, Played(0, both, (FACES["1-1"], FACES["4-4"]))) == ()


def test_from_the_backs_alone_everything_placed_may_be_up_or_down() -> None:
    """With no faces all subsets of the placed tiles may be legal, and nothing else."""
    s, faces = table(["2-3 0-6 1-1", "1-1"], (1, 4))
    s = place(s, faces, "2-3 0-6", "1-1")
    for seat in (0, 1):
        slots = state.placed(s, seat)
        assert set(choices(RULES, s, seat, NOBODY)) == set(_subsets(slots))
    assert reason(RULES, s, 0, NOBODY, (s.hands[0][2],)) == "fit"
