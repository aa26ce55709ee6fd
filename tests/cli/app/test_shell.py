"""The shell: screens get keys, time and what they wait for, each in its own name, and nothing goes astray."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any, NoReturn

import pytest
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from cli.app.frame import Frame, Size, line
from cli.app.screen import Back, Effect, Home, Listen, Open, Quit, Replace, Screen, Work
from cli.app.shell import Shell
from cli.exits import INTERRUPTED


class Noting(Screen):
    """Writes down its keys, and does what it is told for them."""

    def __init__(self, log: list[str], name: str = "first", **does: Sequence[Effect]) -> None:
        self._log, self.name, self._does = log, name, does

    def draw(self, size: Size) -> Frame:
        return Frame([line(self.name)])

    def key(self, key: str) -> Sequence[Effect]:
        self._log.append(f"{self.name} {key}")
        return self._does.get(key, [Quit(0)] if key == "q" else ())

    def left(self) -> None:
        self._log.append(f"{self.name} left")


def run(first: Screen, typed: str, *more: str) -> int:
    """Show a screen and type, with a moment between the pieces."""

    async def main(pipe: PipeInput) -> int:
        shell = Shell(first, input=pipe, output=DummyOutput())
        ended = asyncio.ensure_future(shell.run())
        for piece in (typed, *more):
            await asyncio.sleep(0.3)
            pipe.send_text(piece)
        return await asyncio.wait_for(ended, 20)

    with create_pipe_input() as pipe:
        return asyncio.run(main(pipe))


def test_keys() -> None:
    """Letters come in NFKC one by one, other keys by name, a paste as its letters."""
    log: list[str] = []
    typed = "a\uff21\uff11\r\t\x1b[A\x1b[6~\x7f\x1bOP\x1b[200~p\u3042\n\x1b[201~q"
    assert run(Noting(log), typed) == 0
    keys = [each.partition(" ")[2] for each in log[:-1]]
    assert keys == [
        "a", "A", "1", "<enter>", "<tab>", "<up>", "<pagedown>", "<backspace>", "<f1>", "p", "\u3042", "q",
    ]  # fmt: skip
    assert log[-1] == "first left"


def test_escape_alone() -> None:
    """Escape is a key of its own when nothing follows it."""
    log: list[str] = []
    run(Noting(log), "\x1b", "q")
    assert log[0] == "first <escape>"


def test_ctrl_c() -> None:
    """Ctrl-C ends with 130 where a screen does not say otherwise."""
    assert run(Noting([]), "\x03") == INTERRUPTED


def test_the_stack() -> None:
    """Open, Back, Replace and Home do what they say, and whoever is taken off is told."""
    log: list[str] = []
    third = Noting(log, "third", h=[Home()])
    second = Noting(log, "second", b=[Back()], r=[Replace(third)])
    first = Noting(log, o=[Open(second)])
    run(first, "obxorhxq")
    assert log == [
        "first o", "second b", "second left", "first x", "first o", "second r", "second left", "third h",
        "third left", "first x", "first q", "first left",
    ]  # fmt: skip


def test_what_follows_is_in_the_name_of_who_asked() -> None:
    """Work of a screen below drops what is on top of it; of one that was left, it moves nothing."""
    log: list[str] = []
    gate = asyncio.Event()

    async def wait() -> None:
        await asyncio.wait_for(gate.wait(), 10)

    async def open_gate() -> None:
        gate.set()

    on_top = Noting(log, "top", g=[Work(open_gate)])
    late = Noting(log, "late")
    below = Noting(log, "below", w=[Work(wait, lambda _: [Replace(late)]), Open(on_top)])
    run(Noting(log, o=[Open(below)]), "owg", "xq")
    assert log.index("top left") < log.index("below left") < log.index("late x")


def test_opening_from_below() -> None:
    """What a screen opens comes right above it, in place of what was there."""
    log: list[str] = []
    gate = asyncio.Event()

    async def wait() -> None:
        await asyncio.wait_for(gate.wait(), 10)

    async def open_gate() -> None:
        gate.set()

    on_top, late = Noting(log, "top", g=[Work(open_gate)]), Noting(log, "late", b=[Back()])
    first = Noting(log, w=[Work(wait, lambda _: [Open(late)]), Open(on_top)])
    run(first, "wg", "bxq")
    assert log[-6:] == ["top left", "late b", "late left", "first x", "first q", "first left"]


def test_work_of_a_screen_that_was_left() -> None:
    """Its result moves nobody."""
    log: list[str] = []
    gate = asyncio.Event()

    async def wait() -> None:
        await asyncio.wait_for(gate.wait(), 10)

    async def open_gate() -> None:
        gate.set()

    second = Noting(log, "second", w=[Work(wait, lambda _: [Open(Noting(log, "never"))]), Back()])
    run(Noting(log, o=[Open(second)], g=[Work(open_gate)]), "owg", "xq")
    assert "first x" in log and not any("never" in each for each in log)


def test_listening() -> None:
    """What a source tells is heard in order, also while another screen is on top."""
    log: list[str] = []

    async def source() -> AsyncIterator[int]:
        for number in range(3):
            yield number

    def heard(number: int) -> Sequence[Effect]:
        log.append(f"heard {number}")
        return ()

    run(Noting(log, o=[Listen(source(), heard), Open(Noting(log, "top"))]), "o", "q")
    assert [each for each in log if each.startswith("heard")] == ["heard 0", "heard 1", "heard 2"]


@pytest.mark.parametrize("where", ["key", "draw", "tick", "work", "heard", "interrupted", "paste"])
def test_an_error_anywhere_ends_the_program(where: str) -> None:
    """Whatever goes wrong in a screen is not swallowed, and does not leave the person with a dead screen."""

    def fail(*_given: Any) -> NoReturn:
        raise ZeroDivisionError(where)

    async def fails() -> None:
        fail()

    async def source() -> AsyncIterator[int]:
        yield 1

    class Wrong(Noting):
        drawn = False

        def draw(self, size: Size) -> Frame:
            if where == "draw" and self.drawn:
                fail()
            self.drawn = True
            return super().draw(size)

        def key(self, key: str) -> Sequence[Effect]:
            if where == "key":
                fail()
            return [Work(fails)] if where == "work" else [Listen(source(), fail)] if where == "heard" else []

        def tick(self, now: float) -> Sequence[Effect]:
            if where == "tick":
                fail()
            return ()

        def interrupted(self) -> Sequence[Effect]:
            fail()

        def paste(self, text: str) -> Sequence[Effect]:
            fail()

    typed = {"interrupted": "\x03", "paste": "\x1b[200~x\x1b[201~"}.get(where, "x")
    with pytest.raises(ZeroDivisionError, match=where):
        run(Wrong([]), typed)


def test_work_that_fails_as_foreseen() -> None:
    """An error that a screen takes is an answer like any other."""
    log: list[str] = []

    async def fails() -> None:
        raise ValueError

    effect = Work(fails, failed=lambda error: [Open(Noting(log, "told"))])
    run(Noting(log, o=[effect]), "o", "xq")
    assert "told x" in log
