"""The sub-commands, one module each.

A module has `SUMMARY` (one line), `EXAMPLES` (command lines with what they do), `configure(parser)` and
`run(arguments) -> exit code`. It
imports at its top only what is needed to print its help; the rest waits until it runs.
"""

NAMES = (
    "demo",
    "host",
    "join",
    "practice",
    "learn",
    "tables",
    "bot",
    "resume",
    "verify",
    "replay",
    "export",
    "score",
    "rules",
    "doctor",
    "bench",
)
