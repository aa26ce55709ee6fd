"""Peers that were made weak on purpose, so that eavesdroppers have something to find."""

from itertools import count
from typing import Any

import pytest

from peer.own import Own
from peer.position import Position
from protocol import context
from protocol import payloads as said


class WithChattyNonces(Own):
    """Makes its proofs with the nonces 1, 2, 3, ..."""

    def speak(self, position: Position, choice: Any = None) -> said.Payload:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(context.Challenge, "nonces", lambda *_: count(1))
            return super().speak(position, choice)


class WithOneNonce(Own):
    """Makes all its proofs with the same secret nonce."""

    def speak(self, position: Position, choice: Any = None) -> said.Payload:
        number = int.from_bytes(self._nonce("weak", 0), "big") % 2**250
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(context.Challenge, "nonces", lambda *_: count(number, 0))
            return super().speak(position, choice)


class WithoutSealNonces(Own):
    """Seals with nothing but zeros."""

    def _nonce(self, what: str, step: int) -> bytes:
        return bytes(32) if what == "seal" else super()._nonce(what, step)


class WithBrokenRandomness(Own):
    """Sits at a computer whose random numbers are all zero."""

    def speak(self, position: Position, choice: Any = None) -> said.Payload:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(context, "token_bytes", bytes)
            return super().speak(position, choice)
