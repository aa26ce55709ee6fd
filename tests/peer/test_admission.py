"""Seats by passcode and by invite."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from peer.admission import PAUSE, TRIES_A_MINUTE, TRIES_OF_ONE, Door, Guess, NotAdmitted, invite_proof
from peer.invite import BadInvite, host_mark, looks_like_invite, read_invite, write_invite

TABLE, OTHER_TABLE = b"t" * 32, b"u" * 32
OPENER, KEN, MAI = b"o" * 32, b"k" * 32, b"m" * 32
SECRET = b"8 random"


def door(passcode: str | None = "sakura") -> Door:
    return Door(TABLE, OPENER, passcode, SECRET)


def refused(code: str) -> pytest.RaisesExc[NotAdmitted]:
    return pytest.raises(NotAdmitted, match=f"^{code}$")


def enter(at: Door, guess: Guess, key: bytes = KEN, now: float = 0.0) -> None:
    """The whole exchange of an honest guess."""
    second = at.knock(key, guess.first, now)
    assert second is not None
    guess.check(at.confirm(key, guess.confirm(second)))


def test_the_right_passcode_admits_and_convinces_both() -> None:
    """Who knows the passcode gets in, and knows that the opener knows it too."""
    enter(door(), Guess("sakura", TABLE, OPENER, KEN))


def test_a_passcode_is_the_same_from_every_keyboard() -> None:
    """Full-width letters and blanks around the passcode do not matter."""
    enter(door("sakura"), Guess(" ｓａｋｕｒａ ", TABLE, OPENER, KEN))


@pytest.mark.parametrize(
    ("passcode", "table", "opener", "key"),
    [
        ("sakurA", TABLE, OPENER, KEN),
        ("sakura", OTHER_TABLE, OPENER, KEN),
        ("sakura", TABLE, MAI, KEN),
        ("sakura", TABLE, OPENER, MAI),
    ],
    ids=["passcode", "table", "opener", "key"],
)
def test_every_part_of_a_guess_counts(passcode: str, table: bytes, opener: bytes, key: bytes) -> None:
    """A guess with another passcode, or made for another table, opener or identity, does not admit."""
    at, guess = door(), Guess(passcode, table, opener, key)
    second = at.knock(KEN, guess.first, 0.0)
    assert second is not None
    with refused("passcode"):
        at.confirm(KEN, guess.confirm(second))


def test_an_opener_without_the_passcode_is_found_out() -> None:
    """Who only plays the opener cannot make the fourth message."""
    false, guess = door("guessed"), Guess("sakura", TABLE, OPENER, KEN)
    second = false.knock(KEN, guess.first, 0.0)
    assert second is not None
    third = guess.confirm(second)
    with refused("passcode"):
        guess.check(third)
    with refused("passcode"):
        guess.check(b"")


def test_messages_sent_back_to_their_sender_are_refused() -> None:
    """Reflection: neither side takes its own message for the other's."""
    at, guess = door(), Guess("sakura", TABLE, OPENER, KEN)
    with refused("shape"):
        Guess("sakura", TABLE, OPENER, KEN).confirm(guess.first)
    second = at.knock(KEN, guess.first, 0.0)
    assert second is not None
    with refused("shape"):
        at.knock(MAI, second, 0.0)


def test_a_replayed_exchange_admits_nobody() -> None:
    """The recorded messages of an exchange are of no use: not to its author a second time, not to somebody
    else.
    """
    at, guess = door(), Guess("sakura", TABLE, OPENER, KEN)
    second = at.knock(KEN, guess.first, 0.0)
    assert second is not None
    third = guess.confirm(second)
    at.confirm(KEN, third)
    with refused("passcode"):
        at.confirm(KEN, third)
    assert at.knock(MAI, guess.first, 0.0) is not None
    with refused("passcode"):
        at.confirm(MAI, third)
    assert door().knock(KEN, guess.first, 0.0) != second


def test_a_repeated_knock_is_the_same_try() -> None:
    """A knock that is sent again gets the same answer, and is counted once."""
    at, guess = door(), Guess("sakura", TABLE, OPENER, KEN)
    assert len({at.knock(KEN, guess.first, 0.0) for _ in range(2 * TRIES_A_MINUTE)}) == 1


@pytest.mark.parametrize(
    "proof", [b"S" + b"\1" * 32, b"A" + b"\0" * 32, b"A" + b"\xff" * 32, b"A" + b"\2" * 32]
)
def test_no_message_of_the_exchange_breaks_the_opener(proof: bytes) -> None:
    """Bytes that are no group element, or of small order, are refused by name."""
    with refused("shape"):
        door().knock(KEN, proof, 0.0)


def test_a_proof_of_no_known_length_is_no_passcode() -> None:
    """At a table with a passcode an empty knock is refused; at an open one it admits."""
    with refused("passcode"):
        door().knock(KEN, b"", 0.0)
    assert door(None).knock(KEN, b"", 0.0) is None


def test_one_identity_has_five_tries() -> None:
    """After five guesses an identity is refused for good, also with the right passcode; others are not."""
    at = door()
    for _ in range(TRIES_OF_ONE):
        at.knock(KEN, Guess("wrong", TABLE, OPENER, KEN).first, 0.0)
    with refused("many-tries"):
        at.knock(KEN, Guess("sakura", TABLE, OPENER, KEN).first, 10_000.0)
    enter(at, Guess("sakura", TABLE, OPENER, MAI), MAI)


def test_an_abandoned_guess_is_a_try() -> None:
    """A guess counts when it begins, so that stopping before the third message saves none."""
    at = door()
    for _ in range(TRIES_OF_ONE):
        at.knock(KEN, Guess("wrong", TABLE, OPENER, KEN).first, 0.0)
    with refused("many-tries"):
        at.knock(KEN, Guess("wrong", TABLE, OPENER, KEN).first, 0.0)


def test_success_forgives_the_tries_before_it() -> None:
    """Who got in, left and comes again has all tries again."""
    at = door()
    for _ in range(TRIES_OF_ONE + 1):
        enter(at, Guess("sakura", TABLE, OPENER, KEN))


def test_all_together_have_twenty_tries_a_minute_then_a_pause() -> None:
    """Many identities do not give more guesses; the pause ends by itself."""
    at = door()

    def guess(key: bytes, now: float) -> None:
        at.knock(key, Guess("wrong", TABLE, OPENER, key).first, now)

    for n in range(TRIES_A_MINUTE):
        guess(bytes([n]) * 32, 1.0)
    with refused("pause"):
        guess(MAI, 2.0)
    with refused("pause"):
        guess(MAI, 2.0 + PAUSE - 0.1)
    assert at.knock(MAI, invite_proof(SECRET, TABLE, OPENER, MAI), 2.0) is None
    guess(MAI, 2.0 + PAUSE)


def test_an_invite_admits_past_a_passcode() -> None:
    """The secret of the invite is enough, at open tables and at those with a passcode."""
    proof = invite_proof(SECRET, TABLE, OPENER, KEN)
    assert door().knock(KEN, proof, 0.0) is None
    assert door(None).knock(KEN, proof, 0.0) is None


@pytest.mark.parametrize(
    "proof",
    [
        invite_proof(b"9 random", TABLE, OPENER, KEN),
        invite_proof(SECRET, OTHER_TABLE, OPENER, KEN),
        invite_proof(SECRET, TABLE, MAI, KEN),
        invite_proof(SECRET, TABLE, OPENER, MAI),
    ],
    ids=["secret", "table", "opener", "key"],
)
def test_an_invite_proof_serves_one_key_at_one_table(proof: bytes) -> None:
    """The proof of another secret, table, opener or identity admits nobody."""
    with refused("invite"):
        door().knock(KEN, proof, 0.0)


addresses = st.one_of(st.ip_addresses(v=4), st.ip_addresses(v=6)).map(str)


@given(
    addresses, st.integers(0, 65535), st.binary(min_size=32, max_size=32), st.binary(min_size=8, max_size=8)
)
def test_an_invite_reads_back(address: str, port: int, key: bytes, secret: bytes) -> None:
    """Every invite gives back what was put into it, however it is typed."""
    text = write_invite(address, port, key, secret)
    for typed in (text, text.lower(), text.replace("-", " "), f"  {text}\n", text.replace("O", "0")):
        invite = read_invite(typed)
        assert (invite.address, invite.port, invite.secret) == (address, port, secret)
        assert invite.host == host_mark(key) and invite.pins(key) and not invite.pins(bytes(31) + b"\7")
    assert looks_like_invite(text)
    assert secret.hex() not in repr(read_invite(text)) and repr(secret) not in repr(read_invite(text))


@given(st.data())
def test_a_mistyped_invite_is_noticed(data: st.DataObject) -> None:
    """One letter changed, lost, doubled or swapped with its neighbour is never taken for an invite."""
    text = write_invite("192.168.1.5", 40123, KEN, SECRET).replace("-", "")
    at = data.draw(st.integers(0, len(text) - 2))
    other = data.draw(st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"))
    forms = [
        text[:at] + other + text[at + 1 :],
        text[:at] + text[at + 1 :],
        text[:at] + text[at] + text[at:],
        text[:at] + text[at + 1] + text[at] + text[at + 2 :],
    ]
    for wrong in forms:
        if wrong != text:
            with pytest.raises(BadInvite):
                read_invite(wrong)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "length"),
        ("   ", "length"),
        ("ABCDE", "length"),
        ("AB!DE", "letters"),
        ("ÄBCDE", "letters"),
        ("A" * 41, "length"),
        ("A" * 45, "checksum"),
        ("A" * 400, "length"),
    ],
)
def test_what_is_no_invite_says_why(text: str, code: str) -> None:
    """The reason is told: wrong letters, wrong length, or a slip of the finger."""
    with pytest.raises(BadInvite, match=f"^{code}$"):
        read_invite(text)


def test_addresses_that_mean_nothing_elsewhere_are_not_put_into_an_invite() -> None:
    """A link-local address with a zone, or a name, is refused when the invite is written."""
    for address in ("fe80::1%eth0", "my-laptop.local"):
        with pytest.raises(ValueError, match=r"address|zone"):
            write_invite(address, 40123, KEN, SECRET)
