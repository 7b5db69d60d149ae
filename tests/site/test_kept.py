"""What is kept has an end, however many threads keep it."""

from __future__ import annotations

from bruno_site.kept import Kept


def test_what_was_kept_first_goes_first() -> None:
    store = Kept[int, str](2)
    for number in range(4):
        assert store.keep(number, f"value {number}") == f"value {number}"
    assert store.values == {2: "value 2", 3: "value 3"}


def test_what_a_thread_did_not_take_away_goes_with_the_next() -> None:
    """Two threads that take the same one away leave one too many: over weeks that adds up."""
    store = Kept[int, str](2)
    store.values.update(dict.fromkeys(range(5), "left over"))
    store.keep(5, "new")
    assert store.values == {4: "left over", 5: "new"}
