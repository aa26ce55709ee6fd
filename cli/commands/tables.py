"""`chabudai tables`: the tables on the network."""

import argparse
import json
import sys

from cli.arguments import JSON_VERSION, add_interfaces, add_json
from cli.exits import OK, USAGE, Stop
from cli.language import N_, _

SUMMARY = N_("the tables on this network")
EXAMPLES = (
    ("chabudai tables", N_("look for three seconds")),
    ("chabudai tables --wait 10 --json", N_("look longer, and print JSON")),
)


def configure(parser: argparse.ArgumentParser) -> None:
    """The arguments."""
    parser.add_argument(
        "--wait", type=float, default=3.0, metavar="S", help=_("seconds to look (default: 3)")
    )
    add_json(parser)
    add_interfaces(parser)


def run(arguments: argparse.Namespace) -> int:
    """Look for tables and print them."""
    if not 0 < arguments.wait <= 3600:
        raise Stop(_("--wait takes a number of seconds above 0, up to 3600."), USAGE)
    from cli import joining, peering
    from peer.gathering import Offer
    from peer.node import Node

    def told(offer: Offer) -> dict[str, object]:
        return {
            "table": offer.short,
            "game": offer.game,
            "seats": offer.seats,
            "taken": offer.taken,
            "host": offer.host_name,
            "options": dict(offer.options),
            "passcode": offer.passcode,
            "sealed": offer.sealed,
            "rules_version": offer.rules_version,
            "protocol_version": offer.version,
            "why_not": offer.why_not or None,
        }

    async def work(node: Node) -> int:
        offers = await joining.found(node, arguments.wait)
        if arguments.json:
            print(json.dumps({"version": JSON_VERSION, "tables": [told(offer) for offer in offers]}))
        else:
            for offer in offers:
                print(joining.described_offer(offer))
            if not offers:
                print(_("No table found on this network."), file=sys.stderr)
        return OK

    return peering.run(arguments, work)
