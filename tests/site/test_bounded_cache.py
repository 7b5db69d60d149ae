"""A bounded cache stays within its limit, however many threads use it."""

from __future__ import annotations

from bruno_site.core.bounded_cache import BoundedCache


def test_the_value_stored_first_is_dropped_first() -> None:
    cache = BoundedCache[int, str](2)
    for number in range(4):
        assert cache.keep(number, f"value {number}") == f"value {number}"
    assert cache.values == {2: "value 2", 3: "value 3"}


def test_values_above_the_limit_are_dropped_with_the_next_one() -> None:
    """Two threads that delete the same value leave one too many; over weeks that would add up."""
    cache = BoundedCache[int, str](2)
    cache.values.update(dict.fromkeys(range(5), "left over"))
    cache.keep(5, "new")
    assert cache.values == {4: "left over", 5: "new"}
