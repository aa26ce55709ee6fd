"""Games that are over for this peer and not yet for another player of them, who was killed before the last
messages came.

The journal alone answers for them. Nothing is written, nobody is blamed, and no secret of the game is read:
what is in the events has been said to everybody.
"""

from peer.journal import Journal
from peer.lacking import frames_for, require_heads
from protocol.genesis import decode_genesis
from protocol.messages import Have, decode_message


class Afterwards:
    """Answers who comes back to a game that has ended here. Each peer gets one answer from tick to tick: it
    will ask again, and a flood of questions costs next to nothing.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._answered: set[bytes] = set()

    def tick(self) -> None:
        """About half a second has passed."""
        self._answered.clear()

    def answer(self, key: bytes, data: bytes) -> list[bytes]:
        """The frames that bring a player what its `have` lacks of a game that has ended here; none for
        anybody else or any other game. Malformed.
        """
        if key in self._answered:
            return []
        self._answered.add(key)
        have = decode_message(data)
        genesis = self._journal.ended(have.table)
        if genesis is None or not isinstance(have, Have):
            return []
        players = decode_genesis(genesis).players
        if key not in {player.key for player in players}:
            return []
        require_heads(have, len(players))
        return frames_for(have, self._journal.placed(have.table), self._journal.evidence(have.table))
