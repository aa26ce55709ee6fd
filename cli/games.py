"""The game, the seats and the options that a person asked for, checked against what the game allows."""

from collections.abc import Callable, Mapping, Sequence

from cli.exits import USAGE, Stop
from cli.language import _
from cli.words import listed, shown
from engines import GAMES, load
from engines.table import Option, OptionError, OptionValue, Rules, SeatsError, Span, settle_options

USUAL_SEATS = 4

_MANY = 6
"""More values than so many are numbers in a row."""

_MATTERS: Mapping[str, Callable[[int, Mapping[str, OptionValue]], bool]] = {
    "dropped": lambda seats, options: seats == 3,
    "referee": lambda seats, options: options.get("mode", "referee") == "referee",
    "turns_each": lambda seats, options: options.get("mode") == "rotating",
}


def matters(option: str, seats: int, options: Mapping[str, OptionValue]) -> bool:
    """Whether an option changes anything at a table with so many seats and these options."""
    return option not in _MATTERS or _MATTERS[option](seats, options)


def known(name: str) -> str:
    """The name of a game that this program plays, or Stop."""
    if name in GAMES:
        return name
    games = listed(list(GAMES))
    raise Stop(_("There is no game {name}. Games: {games}").format(name=shown(name), games=games), USAGE)


def asked(name: str, seats: int | None, options: Sequence[str]) -> tuple[Rules, int, dict[str, OptionValue]]:
    """The rules, the number of seats and all options that were asked for, or Stop that says what is wrong."""
    rules = load(known(name))
    number = seats if seats is not None else max(rules.seats[0], min(USUAL_SEATS, rules.seats[-1]))
    try:
        settle_options(rules, number, {})
        return rules, number, settle_options(rules, number, dict(_option(rules, number, o) for o in options))
    except SeatsError as error:
        text = _("{game} is for {few} to {many} players, not {seats}.")
        few, many = error.allowed[0], error.allowed[-1]
        raise Stop(text.format(game=rules.name, few=few, many=many, seats=number), USAGE) from None


def described(options: dict[str, OptionValue]) -> str:
    """Options as they are typed, in one line."""
    return listed([f"{name}={written(value)}" for name, value in options.items()])


def written(value: object) -> str:
    """An option's value as it is typed."""
    return str(value).lower() if isinstance(value, bool) else shown(value)


def _option(rules: Rules, seats: int, text: str) -> tuple[str, OptionValue]:
    name, equals, value = text.partition("=")
    if not equals:
        raise Stop(_("An option is written name=value, not {text}.").format(text=shown(text)), USAGE)
    option = next((each for each in rules.options if each.name == name), None)
    if option is None:
        names = listed([each.name for each in rules.options])
        raise Stop(
            _("There is no option {name}. Options: {names}").format(name=shown(name), names=names), USAGE
        )
    try:
        return name, option.settle(seats, _value(option, seats, value))
    except OptionError:
        text_of = _("With {seats} players the option {name} can be {values}, not {value}.")
        values = possible(option, seats)
        raise Stop(text_of.format(name=name, seats=seats, values=values, value=shown(value)), USAGE) from None


def _value(option: Option, seats: int, text: str) -> object:
    """What a person typed as one of the values of an option, or as it is if it is none."""
    values = option.values(seats)
    if isinstance(values, Span):
        try:
            return float(text)
        except ValueError:
            return text
    return next((value for value in values if written(value).lower() == text.strip().lower()), text)


def possible(option: Option, seats: int) -> str:
    """The values that an option can have with so many players."""
    values = option.values(seats)
    if isinstance(values, Span):
        return _("{least} to {most}").format(least=values.least, most=values.most)
    if len(values) > _MANY:
        return _("{least} to {most}").format(least=min(values), most=max(values))
    return listed([written(value) for value in values])
