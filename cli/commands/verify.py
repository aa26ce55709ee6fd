"""`chabudai verify`: the audit of a transcript, from the file alone."""

import argparse
import json
from pathlib import Path

from cli.arguments import add_json
from cli.exits import INCOMPLETE, OK, REFUSED, USAGE
from cli.files import read
from cli.language import N_, _

SUMMARY = N_("check a transcript: was the game fair and complete?")
EXAMPLES = (
    (
        "chabudai verify game.chabudai",
        N_("the verdict; exit code 0 fair and complete, 3 refused, 4 incomplete"),
    ),
    ("chabudai verify game.chabudai --json", N_("the verdict for programs")),
)

_CODES = {"fair": OK, "refused": REFUSED, "incomplete": INCOMPLETE}


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument("file", metavar=_("FILE"), type=Path, help=_("the transcript of a game"))
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Audit the file and print the verdict."""
    data = read(arguments.file, USAGE)
    from cli import words_verdict
    from peer.audit import audit_transcript

    verdict = audit_transcript(data).verdict
    if arguments.json:
        told = verdict.to_json()
        print(
            json.dumps({"version": told.pop("version"), "sentence": words_verdict.sentence(verdict), **told})
        )
    else:
        print("\n".join(words_verdict.lines(verdict)))
    return _CODES[verdict.outcome]
