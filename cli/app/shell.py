"""The shell of the application: shows the topmost screen on the terminal, brings it keys and time, and does
what it says. Everything else is thought out in the screens.
"""

import asyncio
import os
import signal
import time
import unicodedata
from collections.abc import Callable, Sequence
from functools import partial
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
from prompt_toolkit.styles import DynamicStyle, Style
from prompt_toolkit.utils import _CHAR_SIZES_CACHE

from cli.app.frame import Frame, Size, clipped
from cli.app.screen import Back, Bell, Effect, Home, Listen, Open, Quit, Replace, Screen, Work
from cli.exits import TERMINATED
from cli.glyphs import ambiguous

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
    """A stack of screens on a terminal. `colour`, `sound`: whether to use them, from now on."""

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
        self.colour, self.sound = colour, sound
        self._tasks: set[asyncio.Task[None]] = set()
        self._frame = Frame([])
        self._control = FormattedTextControl(
            self._text, focusable=True, show_cursor=True, get_cursor_position=self._cursor
        )
        self._app: Application[int] = Application(
            layout=Layout(Window(self._control, always_hide_cursor=False, wrap_lines=False)),
            key_bindings=self._bindings(),
            style=DynamicStyle(lambda: _LOOK if self.colour else _WITHOUT_COLOUR),
            color_depth=lambda: None if self.colour else ColorDepth.DEPTH_1_BIT,
            full_screen=True,
            enable_page_navigation_bindings=False,
            input=input,
            output=output,
        )
        # An arrow is an escape and two letters, which a slow line may bring apart.
        self._app.ttimeoutlen = 0.15

    async def run(self, effects: Sequence[Effect] = ()) -> int:
        """Show screens until one says Quit; the exit code."""
        loop = asyncio.get_running_loop()
        ticking = loop.create_task(self._tick())
        ending = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if os.name == "posix"]
        before = {number: signal.getsignal(number) for number in ending}
        for number in ending:
            loop.add_signal_handler(number, self._exit, TERMINATED)
        try:
            return await self._app.run_async(
                pre_run=lambda: self._safely(lambda: self.do(effects, self._stack[0])),
                handle_sigint=False,
                set_exception_handler=False,
            )
        finally:
            for number, handler in before.items():
                loop.remove_signal_handler(number)
                signal.signal(number, handler)
            ticking.cancel()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(ticking, *self._tasks, return_exceptions=True)

    def do(self, effects: Sequence[Effect], origin: Screen) -> None:
        """Do what a screen says. What follows the opening of another one is said in the name of that one."""
        for effect in effects:
            self._do(effect, origin)
            if isinstance(effect, Open | Replace):
                origin = effect.screen
        if effects:
            self._app.invalidate()

    def _do(self, effect: Effect, origin: Screen) -> None:
        match effect:
            case Bell():
                if self.sound:
                    self._app.output.bell()
                    self._app.output.flush()
            case Work() | Listen():
                task = asyncio.get_running_loop().create_task(self._follow(effect, origin))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            case Quit(code):
                self._drop(0)
                self._exit(code)
            case _ if origin in self._stack:
                self._move(effect, self._stack.index(origin))

    def _move(self, effect: Open | Replace | Back | Home, place: int) -> None:
        """Go to another screen from the one at this place of the stack, whatever is shown on top of it."""
        match effect:
            case Open(screen):
                self._drop(place + 1)
                self._stack.append(screen)
            case Replace(screen):
                self._drop(place)
                self._stack.append(screen)
            case Back():
                self._drop(max(1, place))
            case Home():
                self._drop(1)

    def _drop(self, down_to: int) -> None:
        while len(self._stack) > down_to:
            self._stack.pop().left()

    def _exit(self, code: int) -> None:
        if self._app.is_running and not self._app.is_done:
            self._app.exit(result=code)

    def _fail(self, error: Exception) -> None:
        """An accident of the program: it ends, and the terminal is as it was."""
        if self._app.is_running and not self._app.is_done:
            self._app.exit(exception=error)

    def _safely(self, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as error:
            self._fail(error)

    async def _follow(self, effect: Work | Listen, origin: Screen) -> None:
        try:
            if isinstance(effect, Listen):
                async for item in effect.source:
                    self.do(effect.heard(item), origin)
            else:
                self.do(await self._worked(effect), origin)
        except Exception as error:
            self._fail(error)

    async def _worked(self, effect: Work) -> Sequence[Effect]:
        try:
            result = await effect.make()
        except Exception as error:
            answer = effect.failed(error)
            if answer is None:
                raise
            return answer
        return effect.then(result)

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            self._safely(self._tick_once)

    def _tick_once(self) -> None:
        if not self._stack:
            return
        screen = self._stack[-1]
        self.do(screen.tick(time.monotonic()), screen)
        if self._stack and self._stack[-1].draw(self._size()) != self._frame:
            self._app.invalidate()

    def _key(self, key: str) -> None:
        if self._stack:
            screen = self._stack[-1]
            self.do(screen.interrupted() if key == "<c-c>" else screen.key(key), screen)
            self._app.invalidate()

    def _paste(self, text: str) -> None:
        if self._stack:
            self.do(self._stack[-1].paste(text), self._stack[-1])
            self._app.invalidate()

    # drawing

    def _text(self) -> StyleAndTextTuples:
        rows, columns = size = self._size()
        self._frame = Frame([])
        try:
            if self._stack:
                self._frame = self._stack[-1].draw(size)
        except Exception as error:
            self._fail(error)
        shown: StyleAndTextTuples = []
        for number, pieces in enumerate(self._frame.lines[:rows]):
            if number:
                shown.append(("", "\n"))
            shown += [(f"class:{style}" if style else "", text) for style, text in clipped(pieces, columns)]
            # prompt-toolkit knows no setting for these, and has to count their cells as we do.
            _CHAR_SIZES_CACHE.update(ambiguous("".join(text for _style, text in pieces)))
        return shown

    def _size(self) -> Size:
        rows, columns = self._app.output.get_size()
        return Size(rows, columns)

    def _cursor(self) -> Point:
        last = max(0, len(self._frame.lines) - 1)
        row, column = self._frame.cursor or (last, 0)
        return Point(column, min(row, last))

    # keys

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()

        @bindings.add(Keys.BracketedPaste)
        def _(event: KeyPressEvent) -> None:
            self._safely(lambda: self._paste(event.data))

        @bindings.add("c-z")
        def _(event: KeyPressEvent) -> None:
            for screen in self._stack[-1:]:
                self._safely(screen.stopped)
            event.app.suspend_to_background()

        @bindings.add(Keys.Any)
        def _(event: KeyPressEvent) -> None:
            for key in named(event.key_sequence[0].key, event.data):
                self._safely(partial(self._key, key))

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
