"""The command `chabudai`, also `python -m cli`."""

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from typing import NoReturn

from cli import glyphs, language, settings
from cli.exits import FAILURE, INTERRUPTED, TERMINATED, Stop
from cli.language import _


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    settled = settings.load_or_usual()
    language.use(language.choose(given, os.environ, settled.language))
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    _end_on_signals()
    from cli.arguments import build

    try:
        parsed = build().parse_args(given)
        glyphs.use(parsed.glyphs or settled.glyphs, settled.ambiguous)
        code: int = parsed.run(parsed)
        if sys.stdout is not None:
            sys.stdout.flush()
    except Stop as stop:
        print(stop.text, file=sys.stderr)
        return stop.code
    except KeyboardInterrupt:
        print(_("Stopped."), file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        # Our output cannot be written. Python would complain about that once more while it shuts down.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(error.strerror or type(error).__name__, file=sys.stderr)
        return FAILURE
    return code


def _end_on_signals() -> None:
    """Let a terminated or hung up program end as after Ctrl-C: what it started is ended, what it wrote is
    closed.
    """
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) == signal.SIG_DFL:
            with contextlib.suppress(ValueError):
                signal.signal(number, _terminate)


def _terminate(number: int, frame: object) -> NoReturn:
    raise SystemExit(TERMINATED)


if __name__ == "__main__":
    sys.exit(main())
