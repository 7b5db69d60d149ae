"""Generated cases are the same in every run: a red one can be met again."""

from hypothesis import settings

settings.register_profile("rules", derandomize=True, deadline=None, database=None, max_examples=40)
settings.load_profile("rules")
