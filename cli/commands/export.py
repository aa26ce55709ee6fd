"""`chabudai export`: the open record of a finished game, from its transcript."""

import argparse
import json
import sys
from pathlib import Path

from cli.exits import INCOMPLETE, OK, REFUSED, USAGE
from cli.files import read
from cli.language import N_, _

SUMMARY = N_("the open record of a finished game whose players agreed to open it")
EXAMPLES = (("chabudai export game.chabudai > game.json", N_("the record, as 'chabudai score' reads it")),)


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("file", metavar=_("FILE"), type=Path, help=_("the transcript of a game"))


def run(arguments: argparse.Namespace) -> int:
    """Audit the transcript and print its record, or say why it shows none."""
    data = read(arguments.file, USAGE)
    from cli import words_verdict
    from peer.export import NotOpen, export_record

    try:
        record = export_record(data)
    except NotOpen as closed:
        print(words_verdict.sentence(closed.verdict), file=sys.stderr)
        if closed.verdict.outcome == "refused":
            return REFUSED
        print(_("There is no record: only a finished game that all players opened has one."), file=sys.stderr)
        return INCOMPLETE
    print(json.dumps(record))
    return OK
