"""What there is to teach of Dice Watching: its five stages, with a bot as the referee."""

from collections.abc import Mapping
from typing import Any

from cli.language import N_, _
from cli.talk import View
from cli.words import Names, listed, points
from engines.dice_watching_state import worth
from engines.table import OptionValue
from engines.vocabulary import Chose, Fact, Opened

SEATS = 4
SEED = 16
OPTIONS: Mapping[str, OptionValue] = {"referee": 1}

ABOUT = (
    N_("Dice Watching: thirty dice are seen for a moment only, and then you choose a face."),
    N_("The referee throws all dice into a box. Everybody sees them for some seconds, then the lid closes."),
    N_(
        "Everybody else chooses a face from 1 to 6 in secret. What it is worth depends on how many dice "
        "show it."
    ),
    N_(
        "We play all five stages, which are short. The others are bots; they see the dice no better than a "
        "person does."
    ),
)
AFTERWARDS = (
    N_("In a game the referee is a player who does not guess. The most points after five stages win."),
    N_("With the option mode=rotating everybody is the referee in turn."),
)


def over(view: View) -> bool:
    """After all stages."""
    return bool(view["phase"] == "over")


# before the learner decides


def most(view: View, names: Names) -> list[str]:
    """Stage 1."""
    return _scored_by(view, "count") and [
        _(
            "Which face was there most often? Each die with your face is a point, so this stage is simply "
            "about that."
        )
    ]


def not_most(view: View, names: Names) -> list[str]:
    """Stage 2."""
    return _scored_by(view, "not-largest") and [
        _("The face that is there most often gives nothing now. Look for the one that comes second."),
        _("Is it close at the top? Then the third is safer than a second that may turn out to be the first."),
    ]


def in_a_second(view: View, names: Names) -> list[str]:
    """Stage 3."""
    return (
        _scored_by(view, "not-largest")
        and view["round"] == 3
        and [
            _(
                "The same again, but that was only one second. Go by what you felt: many, or not quite so "
                "many?"
            )
        ]
    ) or []


def fewest(view: View, names: Names) -> list[str]:
    """Stage 4."""
    return _scored_by(view, "smallest") and [
        _(
            "Now the rare faces count: 4 points a die for the rarest, 2 for the next. "
            "A face that is not there at all is the rarest, and gives 4 times nothing."
        )
    ]


def dangerous(view: View, names: Names) -> list[str]:
    """Stage 5."""
    return _scored_by(view, "double") and [
        _(
            "2 points a die, but the most frequent face costs 10. A face in the middle is safe; "
            "the second one pays more, if you dare."
        )
    ]


def _scored_by(view: View, scoring: str) -> list[str]:
    """Something, if this is how the stage scores."""
    return ["so"] if view["ask"]["what"] == "guess" and view["scoring"] == scoring else []


LOOKS = (most, not_most, in_a_second, fewest, dangerous)


# after something happened


def thrown(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """The dice are about to be seen."""
    if not isinstance(fact, Chose):
        return []
    return [
        _(
            "Do not count all of them, the time is too short. Let your eye rest in the middle and take in "
            "which faces crowd."
        ),
    ]


def counted(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """The first stage is counted."""
    if not _finished(before, fact, after):
        return []
    return [
        _("The box is open, and the dice of every face are counted. {best}").format(best=_best(after, names))
    ]


def second(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """The second stage is counted."""
    return _after_stage(before, fact, after, names, 2)


def third(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """The third stage is counted."""
    return _after_stage(before, fact, after, names, 3)


def fourth(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """The fourth stage is counted."""
    return _after_stage(before, fact, after, names, 4)


def fifth(before: View, fact: Fact, after: View, names: Names) -> list[str]:
    """The last stage is counted."""
    return _after_stage(before, fact, after, names, 5)


def _after_stage(before: View, fact: Fact, after: View, names: Names, stage: int) -> list[str]:
    if not _finished(before, fact, after) or len(after["rounds_detail"]) != stage:
        return []
    return [_best(after, names)]


def _finished(before: View, fact: Fact, after: View) -> bool:
    return isinstance(fact, Opened) and len(after["rounds_detail"]) > len(before["rounds_detail"])


def _best(view: View, names: Names) -> str:
    """What would have been the best choice in the stage that was counted last."""
    detail, stage = view["rounds_detail"][-1], len(view["rounds_detail"])
    by_face = {face: worth(detail["scoring"], detail["counts"], face)[1] for face in range(1, 7)}
    highest = max(by_face.values())
    if by_face[detail["guesses"][names.me or 0]] == highest:
        return _("In stage {stage} you found the best choice: {points}.").format(
            stage=stage, points=points(highest)
        )
    best = listed([str(face) for face, gives in by_face.items() if gives == highest])
    return _("In stage {stage} the best choice was {faces}: {points}.").format(
        stage=stage, faces=best, points=points(highest)
    )


COMMENTS = (thrown, counted, second, third, fourth, fifth)


# hints


def typed(choice: Any, view: View) -> str:
    """What one types to choose this."""
    return str(choice)


def why(choice: Any, view: View, names: Names) -> str:
    """A reason, by rule of thumb."""
    return _("A bot that had the same look at the box, and as bad an eye as a person, would choose so.")
