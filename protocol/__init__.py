"""Fair play: messages, commitments, cryptography, transcripts. No sockets, no clock, no rules of any game."""
