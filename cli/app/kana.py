"""Keys that an input method has turned into kana, where a letter or a digit is wanted."""

from cli.language import _


def hint(key: str) -> str:
    """What to say about a key that means nothing here; empty if it is no kana."""
    if any("\u3040" <= letter <= "\u30ff" for letter in key):
        return _("Please switch the input method off, and type letters and digits.")
    return ""
