"""What can be wrong with something that a peer received. The docstrings are what a player reads."""


class ProtocolError(Exception):
    """Something that was received is not what the protocol asks for."""


class Malformed(ProtocolError):
    """The message is not in the shape that the protocol gives it."""


class BadPoint(Malformed):
    """A point is not a canonical element of the prime-order group, or it is the identity."""


class BadScalar(Malformed):
    """A scalar is not in its only encoding, a number below the order of the group."""


class Refused(ProtocolError):
    """The message has the right shape, and what it says is not true."""


class BadSignature(Refused):
    """The signature is not the author's."""


class BadProof(Refused):
    """The proof does not prove its statement."""


class BadOpening(Refused):
    """What was opened is not what had been committed to."""


class BadKey(Refused):
    """The keys of a deal are not all different, or they cancel out."""


class NoSuchFace(Refused):
    """The opened card shows none of the faces of its deck."""


class BadLibrary(Exception):
    """This computer's PyNaCl computes wrong or accepts bad points; version 1.6.2 or later is needed."""
