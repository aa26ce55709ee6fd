"""The standings of a game as a drawing for a page: a line a player, from the start to the last round."""

from collections.abc import Sequence
from html import escape

from cli.app.cells import cut
from cli.language import _

_WIDE, _HIGH = 520, 300
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 116, 14, 30
_LABEL = 15
"""The least distance of two names, and as for all lengths here, in units of the drawing."""

_NAME = 12
"""The cells that a name may have beside its line."""

_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
_MOST_TICKS = 7

Standing = Sequence[int | None]


def plot(standings: Sequence[Standing], names: Sequence[str]) -> str:
    """SVG without anything from outside. `standings`: by round and seat, the first one at the start; None for
    who has no score.
    """
    counts = [count for each in standings for count in each if count is not None]
    if len(standings) < 2 or not counts:
        return ""
    low, high, step = _scale(min(counts), max(counts))
    last = len(standings) - 1

    def x(at: int) -> float:
        return _LEFT + (_WIDE - _LEFT - _RIGHT) * at / last

    def y(count: float) -> float:
        return _TOP + (_HIGH - _TOP - _BOTTOM) * (high - count) / (high - low)

    parts = [_grid(y(count), count) for count in range(low, high + 1, step)]
    every = -(-last // 12)
    parts += [_number(x(at), at) for at in range(0, last + 1, every)]
    seats = [seat for seat in range(len(names)) if standings[-1][seat] is not None]
    places = _apart({seat: y(standings[-1][seat] or 0) for seat in seats})
    for seat in seats:
        points = [(x(at), y(each[seat] or 0)) for at, each in enumerate(standings)]
        parts.append(_line(seat, points))
        parts.append(_name(seat, x(last), points[-1][1], places[seat], names[seat]))
    title = escape(_("The standings after each round"))
    return (
        f'<svg class="plot" viewBox="0 0 {_WIDE} {_HIGH}" role="img" aria-label="{title}">'
        f"<title>{title}</title>{''.join(parts)}</svg>"
    )


def _scale(least: int, most: int) -> tuple[int, int, int]:
    """The lowest and the highest number of the scale, and the step between two lines."""
    step = next((step for step in _STEPS if (most - least) / step < _MOST_TICKS - 1), most - least)
    low, high = least // step * step, -(-most // step) * step
    return low, high if high > low else low + step, step


def _apart(wanted: dict[int, float]) -> dict[int, float]:
    """Heights for the names: near their lines, but never on each other."""
    places: dict[int, float] = {}
    before = -float(_LABEL)
    for seat in sorted(wanted, key=lambda each: wanted[each]):
        before = places[seat] = max(wanted[seat], before + _LABEL)
    # What was pushed out below goes back up, and pushes the others before it.
    after = float(_HIGH - _BOTTOM + _LABEL)
    for seat in sorted(places, key=lambda each: -places[each]):
        after = places[seat] = min(places[seat], after - _LABEL)
    return places


def _grid(y: float, count: int) -> str:
    style = "zero" if count == 0 else "grid"
    return (
        f'<path class="{style}" d="M{_LEFT} {y:.1f}H{_WIDE - _RIGHT}"/>'
        f'<text class="tick" x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{count}</text>'
    )


def _number(x: float, at: int) -> str:
    return f'<text class="tick" x="{x:.1f}" y="{_HIGH - 10}" text-anchor="middle">{at}</text>'


def _line(seat: int, points: Sequence[tuple[float, float]]) -> str:
    path = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    dots = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5"/>' for x, y in points)
    return f'<g class="player p{seat}"><path d="{path}"/>{dots}</g>'


def _name(seat: int, x: float, end: float, y: float, name: str) -> str:
    return (
        f'<path class="lead" d="M{x + 5:.1f} {end:.1f}L{x + 14:.1f} {y:.1f}"/>'
        f'<text class="name p{seat}" x="{x + 18:.1f}" y="{y + 4:.1f}">{escape(cut(name, _NAME))}</text>'
    )
