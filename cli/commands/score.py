"""`chabudai score`: scores open records."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from cli.arguments import JSON_VERSION, add_json
from cli.exits import OK, REFUSED, USAGE
from cli.language import N_, _

SUMMARY = N_("score open records of games")
EXAMPLES = (
    ("chabudai score game.json", N_("points by round, and who has won or has to act")),
    ("chabudai score monday.json friday.json --json", N_("one line of JSON for each file, in order")),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("files", metavar=_("FILE"), nargs="+", type=Path, help=_("an open record (JSON)"))
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Score every file; the worst that happened is the exit code."""
    many = len(arguments.files) > 1
    return max(
        [_score(path, arguments.json or many) for path in arguments.files], key=(OK, REFUSED, USAGE).index
    )


def _score(path: Path, as_json: bool) -> int:
    from cli import words_record
    from cli.files import cannot_read
    from engines.record import RecordError
    from engines.score import score

    try:
        scored = score(path.read_bytes())
    except OSError as error:
        return _refused({"message": cannot_read(path, error)}, as_json, USAGE)
    except RecordError as error:
        return _refused(words_record.error(error), as_json, REFUSED)
    if as_json:
        print(json.dumps({"version": JSON_VERSION, **scored.to_json()}))
    else:
        print("\n".join(words_record.lines(scored)))
    return OK


def _refused(error: dict[str, Any], as_json: bool, code: int) -> int:
    if as_json:
        print(json.dumps({"error": error}))
    else:
        print(error["message"], file=sys.stderr)
    return code
