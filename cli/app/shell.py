"""The shell of the application: shows the topmost screen on the terminal, brings it keys and time, and does
what it says. Everything else is thought out in the screens.
"""

import asyncio
import os
import signal
import time
import unicodedata
from collections.abc import Sequence
from typing import Any

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Point
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import FormattedTextControl
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style

from cli.app.frame import Frame, Size, clipped
from cli.app.screen import Back, Bell, Effect, Home, Listen, Open, Quit, Replace, Screen, Work
from cli.exits import TERMINATED

TICK = 0.1
"""Seconds."""

_LOOK = Style.from_dict(
    {
        "title": "reverse",
        "dim": "ansibrightblack",
        "turn": "bold ansiyellow",
        "chosen": "reverse",
        "good": "ansigreen",
        "bad": "bold ansired",
        "trump": "bold",
        "key": "bold ansicyan",
    }
)
_WITHOUT_COLOUR = Style.from_dict(
    {"title": "reverse", "turn": "bold", "chosen": "reverse", "bad": "bold", "trump": "bold", "key": "bold"}
)


class Shell:
    """A stack of screens on a terminal. `colour`, `sound`: whether to use them."""

    def __init__(
        self,
        first: Screen,
        *,
        colour: bool = True,
        sound: bool = True,
        input: Input | None = None,
        output: Output | None = None,
    ) -> None:
        self._stack = [first]
        self.sound = sound
        self._tasks: set[asyncio.Task[None]] = set()
        self._frame = Frame([])
        self._control = FormattedTextControl(
            self._text, focusable=True, show_cursor=True, get_cursor_position=self._cursor
        )
        self._app: Application[int] = Application(
            layout=Layout(Window(self._control, always_hide_cursor=False, wrap_lines=False)),
            key_bindings=self._bindings(),
            style=_LOOK if colour else _WITHOUT_COLOUR,
            color_depth=None if colour else ColorDepth.DEPTH_1_BIT,
            full_screen=True,
            enable_page_navigation_bindings=False,
            input=input,
            output=output,
        )

    async def run(self, effects: Sequence[Effect] = ()) -> int:
        """Show screens until one says Quit; the exit code."""
        loop = asyncio.get_running_loop()
        ticking = loop.create_task(self._tick())
        for name, code in (("SIGTERM", TERMINATED), ("SIGHUP", TERMINATED)):
            if os.name == "posix":
                loop.add_signal_handler(getattr(signal, name), self._exit, code)
        try:
            return await self._app.run_async(pre_run=lambda: self.do(effects), handle_sigint=False)
        finally:
            ticking.cancel()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(ticking, *self._tasks, return_exceptions=True)

    def do(self, effects: Sequence[Effect]) -> None:
        """Do what a screen says."""
        for effect in effects:
            self._do(effect)
        if self._app.is_running:
            self._app.invalidate()

    def _do(self, effect: Effect) -> None:
        match effect:
            case Open(screen):
                self._stack.append(screen)
            case Replace(screen):
                self._stack.pop().left()
                self._stack.append(screen)
            case Back():
                self._drop(max(1, len(self._stack) - 1))
            case Home():
                self._drop(1)
            case Quit(code):
                self._drop(0)
                self._exit(code)
            case Bell():
                if self.sound:
                    self._app.output.bell()
            case Work() | Listen():
                task = asyncio.get_running_loop().create_task(self._follow(effect))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    def _drop(self, down_to: int) -> None:
        while len(self._stack) > down_to:
            self._stack.pop().left()

    def _exit(self, code: int) -> None:
        if self._app.is_running and not self._app.is_done:
            self._app.exit(result=code)

    async def _follow(self, effect: Work | Listen) -> None:
        if isinstance(effect, Listen):
            async for item in effect.source:
                self.do(effect.heard(item))
            return
        try:
            result = await effect.make()
        except Exception as error:
            answer = effect.failed(error)
            if answer is None:
                self._app.exit(exception=error)
                return
            self.do(answer)
        else:
            self.do(effect.then(result))

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            if self._stack:
                self.do(self._stack[-1].tick(time.monotonic()))

    # drawing

    def _text(self) -> StyleAndTextTuples:
        if not self._stack:
            return []
        rows, columns = self._app.output.get_size()
        self._frame = self._stack[-1].draw(Size(rows, columns))
        shown: StyleAndTextTuples = []
        for number, pieces in enumerate(self._frame.lines[:rows]):
            if number:
                shown.append(("", "\n"))
            shown += [(f"class:{style}" if style else "", text) for style, text in clipped(pieces, columns)]
        return shown

    def _cursor(self) -> Point | None:
        if self._frame.cursor is None:
            return Point(0, max(0, len(self._frame.lines) - 1))
        row, column = self._frame.cursor
        return Point(column, row)

    # keys

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()

        @bindings.add(Keys.BracketedPaste)
        def _(event: KeyPressEvent) -> None:
            self.do(self._stack[-1].paste(event.data))

        @bindings.add("c-z")
        def _(event: KeyPressEvent) -> None:
            event.app.suspend_to_background()

        @bindings.add(Keys.Any)
        def _(event: KeyPressEvent) -> None:
            for key in named(event.key_sequence[0].key, event.data):
                if self._stack:
                    self.do(self._stack[-1].key(key))

        return bindings


_NAMES: dict[Any, str] = {
    Keys.ControlM: "<enter>",
    Keys.ControlJ: "<enter>",
    Keys.ControlI: "<tab>",
    Keys.BackTab: "<s-tab>",
    Keys.ControlH: "<backspace>",
    Keys.ControlC: "<c-c>",
    Keys.ControlL: "<c-l>",
}


def named(key: Any, data: str) -> list[str]:
    """A key as screens take it: letters in NFKC (full-width ones may be several), others by name."""
    if isinstance(key, Keys):
        return [] if key in (Keys.CPRResponse, Keys.Vt100MouseEvent) else [_NAMES.get(key, f"<{key.value}>")]
    return [letter for letter in unicodedata.normalize("NFKC", data) if letter.isprintable()]
