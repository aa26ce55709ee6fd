"""The data folder and the identity in it."""

import os
import stat
import sys
from pathlib import Path

import pytest

from peer.home import Home
from peer.identity import BadIdentity, Identity, fingerprint, verify

POSIX = pytest.mark.skipif(sys.platform == "win32", reason="modes of files are another thing on Windows")


def test_kept(tmp_path: Path) -> None:
    """An identity is the same in every run, and every run is newer than all before, whatever the clock."""
    first = Identity.load_or_create(Home.at(tmp_path))
    (tmp_path / "epoch").write_text(str(2**62))
    second, third = (Identity.load_or_create(Home.at(tmp_path)) for _ in range(2))
    assert first.key == second.key == third.key
    assert first.epoch < second.epoch < third.epoch
    assert second.epoch == 2**62 + 1


def test_damaged_epoch(tmp_path: Path) -> None:
    """A damaged epoch costs nothing but the memory of it."""
    first = Identity.load_or_create(Home.at(tmp_path))
    for damage in (b"\xff\xfe", b"", b"-7", b"9" * 40):
        (tmp_path / "epoch").write_bytes(damage)
        assert first.epoch < Identity.load_or_create(Home.at(tmp_path)).epoch < 2**63


@pytest.mark.parametrize("damage", [b"", b"x" * 31, b"x" * 33])
def test_damaged_key(tmp_path: Path, damage: bytes) -> None:
    """A damaged key is told, with the name of its file, and never replaced."""
    home = Home.at(tmp_path)
    Identity.load_or_create(home)
    home.identity.write_bytes(damage)
    with pytest.raises(BadIdentity, match=r"identity\.key"):
        Identity.load_or_create(home)
    assert home.identity.read_bytes() == damage


def test_signatures(tmp_path: Path) -> None:
    """Only what was signed, by whom it was signed, verifies; keys and signatures of no shape do not."""
    alice, bob = (Identity.load_or_create(Home.at(tmp_path / name)) for name in "ab")
    signature = alice.sign(b"words")
    assert verify(alice.key, b"words", signature)
    assert not verify(alice.key, b"word", signature)
    assert not verify(bob.key, b"words", signature)
    assert not verify(alice.key, b"words", signature[:-1])
    assert not verify(b"short", b"words", signature)


def test_fingerprint(tmp_path: Path) -> None:
    """A fingerprint is four groups of four letters; neither it nor what is printed tells the secret."""
    identity = Identity.load_or_create(Home.at(tmp_path))
    assert [len(group) for group in fingerprint(identity.key).split("-")] == [4, 4, 4, 4]
    secret = (tmp_path / "identity.key").read_bytes()
    assert secret.hex() not in repr(identity)
    assert repr(secret)[2:-1] not in repr(identity)


@POSIX
def test_private(tmp_path: Path) -> None:
    """Nobody else may read the key, or look into a folder that was made for it, whatever the umask."""
    before = os.umask(0)
    try:
        home = Home.at(tmp_path / "new" / "home")
        Identity.load_or_create(home)
    finally:
        os.umask(before)
    for path in (home.root, home.games):
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    for path in (home.identity, home.epoch):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is replaced whole; when the disk fails, the old one stays and nothing is left beside it."""
    home = Home.at(tmp_path)
    home.write(home.addresses, b"old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        home.write(home.addresses, b"new")
    assert home.addresses.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [home.addresses]


def test_moved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """CHABUDAI_HOME moves everything."""
    monkeypatch.setenv("CHABUDAI_HOME", str(tmp_path / "there"))
    home = Home.find()
    assert home.root == tmp_path / "there"
    everything = (home.identity, home.epoch, home.journal, home.addresses, home.log, home.games, home.bots)
    assert all(path.is_relative_to(home.root) for path in everything)
