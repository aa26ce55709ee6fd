"""How a command ends: the exit codes, and the one way to end with a text for the person."""

OK = 0
FAILURE = 1
USAGE = 2
REFUSED = 3
INCOMPLETE = 4
INTERRUPTED = 130
TERMINATED = 143


class Stop(Exception):
    """The command cannot go on. `text` tells the person why, in their language; `code` is the exit code."""

    def __init__(self, text: str, code: int = FAILURE) -> None:
        super().__init__(text)
        self.text = text
        self.code = code
