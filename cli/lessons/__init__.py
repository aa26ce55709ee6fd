"""What there is to teach of each game, one module a game (cli/lesson.py: Course)."""
