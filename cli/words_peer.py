"""What happens between peers, in words: waiting, links, refused seats, and games that were broken."""

from cli.language import N_
from cli.words import Words

WAITING: Words = {
    "agree": N_("the signature under the terms of the game"),
    "coin": N_("a hidden number for the joint dice"),
    "coin-open": N_("the hidden number to be shown"),
    "key": N_("a key for the new deck"),
    "shuffle": N_("the shuffle"),
    "deck": N_("the signature under the shuffled deck"),
    "shares": N_("a share of the deal"),
    "give": N_("the hand to be passed"),
    "seal": N_("a secret prediction"),
    "open": N_("the prediction to be opened"),
    "play": N_("a card"),
    "mix": N_("the hand in a new order"),
    "choose": N_("a choice"),
    "settle": N_("the signature under the result"),
}
"""What a seat owes while others wait for it, by the kind of answer."""

DAMAGED: Words = {
    "BadIdentity": N_(
        "There is no key in {file}. Move it away to start as somebody new; saved games need the old one."
    ),
    "JournalUnreadable": N_("Saved games cannot be read ({file}). Move the file away to start without them."),
}

PRESENCE: Words = {
    "here": N_("{name} is here again."),
    "away": N_("{name} cannot be reached. The game waits, and goes on by itself when they are back."),
    "cut-off": N_("{name} is cut off for a while: their program sends what no honest one does."),
    "gone": N_("{name} has left the game for good. Without them it cannot be finished; q: leave."),
}

PRESENT: Words = {
    "here": N_("here"),
    "away": N_("cannot be reached"),
    "gone": N_("left for good"),
}

_AGREED = ("version", "nonce", "game", "rules-version", "options", "players", "sealed", "shape")
_OTHERWISE = N_("The game that was begun is not the one that you had agreed to, so you did not sign it.")

JOINING: Words = {
    "busy": N_("You have a seat at a table already."),
    "full": N_("All seats of this table are taken."),
    "started": N_("The game at this table has begun."),
    "withdrawn": N_("The table was given up."),
    "unknown": N_("There is no such table."),
    "passcode": N_("The passcode is not right."),
    "invite": N_("The invite is not for this table, or no longer good."),
    "many-tries": N_("Too many wrong passcodes from here; this table takes no more of them."),
    "pause": N_("Somebody has tried too many wrong passcodes in a short time; try again in a minute."),
    "rules-version": N_(
        "The two programs play different versions of the rules; use the same version of Chabudai."
    ),
    "version": N_(
        "The two programs speak different versions of the protocol; use the same version of Chabudai."
    ),
    "game": N_("This program does not know the game of this table."),
    "seats": N_("This program does not play that game with so many players."),
    "options": N_("This program does not play that game with these options."),
    "no-answer": N_("Nobody answered there."),
    "not-found": N_(
        "No table of this name was found. If it is on another machine, try its address or an invite."
    ),
    "no-table": N_("Whoever is there offers no table."),
    "wrong-host": N_("Somebody else than the one who wrote the invite answers there."),
    "invite-letters": N_("An invite has only letters and the digits 2 to 7."),
    "invite-length": N_("This is not as long as an invite is."),
    "invite-checksum": N_("There is a typing mistake in this invite."),
    "invite-kind": N_("This invite is of a kind that this program does not know."),
    "internal": N_("An error of this program ended the table. The log file in the data folder tells where."),
    "opener-gone": N_("The one who opened the table is gone."),
    "dropped": N_("The one who opened the table took the seat back."),
    "roster": N_("What the table says about its players is contradictory, so you do not sit down there."),
    "name": N_("The name is not one that can be shown."),
    "shape": N_("The answer of the table makes no sense."),
    "left": N_("You have left the table."),
    "address": N_("This is no table (like ABCD-EFGH), no invite and no address (like 192.168.1.5:40123)."),
    "unreachable": N_("Somebody is there, but there is no connection: a firewall may be in the way."),
    "self": N_("This is the address of this very program."),
    "begun": N_("The game has begun already."),
    "no-address": N_("This machine has no address that others could reach."),
    **dict.fromkeys((f"wrong-{field}" for field in _AGREED), _OTHERWISE),
}
"""Why one has no seat, or no longer has one."""

RESUMING: Words = {
    "none": N_("There is no game to go on with."),
    "unknown": N_("This machine was not part of such a game."),
    "ambiguous": N_("More than one game begins like this; type more of its name."),
    "over": N_("That game is over."),
    "broken": N_("That game was stopped, because a player broke it."),
    "left": N_("You gave up your seat in that game."),
}
"""Why a game cannot be gone on with."""

BLAME: Words = {
    "equivocation": N_("{name} said two different things at the same point of the game"),
    "chain": N_("{name} left out or replaced something said before"),
    "position": N_("{name} answered a course of the game that did not happen"),
    "turn": N_("{name} spoke out of turn"),
    "shape": N_("{name} sent an answer that has no meaning"),
    "proof": N_("{name} gave a proof that does not hold ({what})"),
    "opening": N_("{name} opened something other than what they had committed to"),
    "rule": N_("{name} broke a rule: {what}"),
    "deal": N_("{name} did not deal with the seed that they had committed to"),
    "signature": N_("an answer in the name of {name} is not signed by them"),
}
"""Who broke the game and how; `what` is the rule or the kind of answer."""

PROVEN: Words = {
    "key": N_("of a key"),
    "shuffle": N_("of a shuffle"),
    "shares": N_("of a share of the deal"),
    "give": N_("of a passed hand"),
    "mix": N_("of a hand in a new order"),
    "play": N_("of what was played or turned up"),
    "claim": N_("of what they do not hold"),
}

EVIDENCE = N_("Their own signature shows it; the transcript keeps it.")
