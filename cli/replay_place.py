"""Where one is in a replay, and with whose eyes one looks."""

from cli.language import _
from cli.replay import Eyes, Moment, Story, part_title, round_title


class Place:
    """A moment of a story, and the eyes; moves never leave the story."""

    def __init__(self, story: Story, eyes: Eyes, number: int = 0) -> None:
        self.story = story
        self.eyes = eyes
        self.number = 0
        self.go(number)

    @property
    def moment(self) -> Moment:
        """The moment that one looks at."""
        return self.story.moments[self.number]

    @property
    def title(self) -> str:
        """Round, and trick or turn, of the moment."""
        story, moment = self.story, self.moment
        if moment is story.moments[-1]:
            return _("The end")
        if moment.number == 0:
            return _("The beginning")
        title = round_title(story.rules.name, moment.round)
        if moment.part is None:
            return title
        part = part_title(story.rules.name, moment.part)
        return _("{round}, {part}").format(round=title, part=part)

    @property
    def count(self) -> str:
        """The moment as one of all, as people count."""
        return _("step {number} of {count}").format(number=self.number + 1, count=len(self.story.moments))

    def go(self, number: int) -> None:
        """To the moment of this number (from 0), or the nearest there is."""
        self.number = max(0, min(len(self.story.moments) - 1, number))

    def step(self, by: int) -> None:
        """So many moments on, or back."""
        self.go(self.number + by)

    def end(self) -> None:
        """To the last moment."""
        self.go(len(self.story.moments))

    def round(self, by: int) -> None:
        """To where the next round begins, or back to where this one or the one before it does."""
        starts = [told[0].number for told in self.story.rounds] + [len(self.story.moments) - 1]
        if by > 0:
            self.go(next((start for start in starts if start > self.number), self.number))
        else:
            self.go(max([start for start in starts if start < self.number], default=0))

    def other_eyes(self) -> None:
        """Look with the next eyes that there are."""
        eyes = self.story.eyes
        self.eyes = eyes[(eyes.index(self.eyes) + 1) % len(eyes)]

    def open(self) -> bool:
        """See as much as there is to see; whether these are all hands."""
        self.eyes = self.story.eyes[0]
        return self.eyes == "open"
