"""The checks of `chabudai doctor`. Nothing is sent but one datagram from this machine to itself."""

import argparse
import json
import os
import platform
import sys
import tempfile
from typing import NamedTuple

from cli import __version__
from cli.arguments import JSON_VERSION
from cli.exits import FAILURE, OK
from cli.language import N_, _
from cli.words import listed, shown
from peer import health
from peer.home import Home
from peer.udp import DEFAULT_PORT, BadPort, udp_port

CHECKS = {
    "library": N_("arithmetic library"),
    "versions": N_("libraries"),
    "folder": N_("data folder"),
    "port": N_("discovery port"),
    "loopback": N_("loopback"),
    "interfaces": N_("network interfaces"),
}

FIREWALLS = {
    "linux": N_(
        "With a firewall (ufw, firewalld), allow UDP port {port} and incoming TCP for Python "
        "on your home network."
    ),
    "darwin": N_(
        "macOS asks once whether Python may accept incoming connections and may find devices "
        "on the local network: allow both."
    ),
    "win32": N_(
        "Windows asks once whether Python may be reached on private networks: allow it, "
        "and set your network to private."
    ),
}


class Check(NamedTuple):
    """One check: its name (a key of CHECKS), whether nothing is in the way, and what was found."""

    name: str
    good: bool
    found: str


def run(arguments: argparse.Namespace) -> int:
    """Make all checks; 1 if something is in the way."""
    checks = examined(arguments.interfaces)
    firewall = FIREWALLS.get(sys.platform, FIREWALLS["linux"])
    hint = _(firewall).format(port=_told_port())
    good = all(check.good for check in checks)
    if arguments.json:
        told = {
            "version": JSON_VERSION,
            "good": good,
            "chabudai": __version__,
            "protocol": health.PROTOCOL_VERSION,
            "python": platform.python_version(),
            "system": platform.system(),
            "libraries": health.versions(),
            "checks": [check._asdict() for check in checks],
        }
        print(json.dumps(told))
        return OK if good else FAILURE
    print(f"Chabudai {__version__}, Python {platform.python_version()}, {platform.system()}")
    for check in checks:
        state = _("good") if check.good else _("BAD")
        print(f"{state}: {_(CHECKS[check.name])}: {shown(check.found)}")
    print(hint)
    print(_("This machine can play.") if good else _("Something is in the way; see the lines marked BAD."))
    return OK if good else FAILURE


def examined(chosen: list[str] | None) -> list[Check]:
    """All checks, limited to these interfaces."""
    wrong = health.check_library()
    versions = health.versions()
    missing = [name for name, version in versions.items() if not version]
    return [
        Check("library", not wrong, wrong or _("computes right, and refuses bad points")),
        Check(
            "versions",
            not missing,
            listed([f"{name} {version or '-'}" for name, version in versions.items()]),
        ),
        _folder(),
        _port(),
        Check(
            "loopback", *_told(health.loopback_udp(), _("a datagram to itself arrives"), _("nothing arrives"))
        ),
        _interfaces(chosen),
    ]


def _folder() -> Check:
    try:
        home = Home.find()
        with tempfile.TemporaryFile(dir=home.root):
            pass
        damaged = health.damaged_files(home)
        return Check("folder", not damaged, shown(listed([str(path) for path in damaged or [home.root]])))
    except OSError as error:
        where = os.environ.get("CHABUDAI_HOME", "")
        return Check("folder", False, f"{where} {error.strerror or type(error).__name__}".strip())


def _told_port() -> int:
    try:
        return udp_port()
    except BadPort:
        return DEFAULT_PORT


def _port() -> Check:
    try:
        port = udp_port()
    except BadPort as bad:
        return Check(
            "port", False, _("CHABUDAI_PORT is {port}, which is no port number.").format(port=shown(bad))
        )
    good = health.udp_port_free(port)
    return Check(
        "port", *_told(good, f"UDP {port}", _("UDP {port} is used by another program").format(port=port))
    )


def _interfaces(chosen: list[str] | None) -> Check:
    found = health.interfaces(chosen)
    each = [f"{name} ({listed(addresses)})" for name, addresses in found.items()]
    return Check(
        "interfaces", *_told(bool(found), listed(each), _("none of the chosen interfaces has an address"))
    )


def _told(good: bool, if_good: str, if_bad: str) -> tuple[bool, str]:
    return good, if_good if good else if_bad
