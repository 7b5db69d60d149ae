"""Where the turning points stand above the slider."""

from __future__ import annotations

from games.history.moments import LEVELS, MOST_LETTERS, WIDTH_OF_A_LETTER, placed
from games.log.window import Told
from games.rules.table import Mark
from games.rules.words import _

COLLECT, TEN = Mark(_("Collect")), Mark(_("Ten"))


def told(seq: int, mark: Mark | None) -> Told:
    return Told("code", seq, _("something"), mark, False, 0)


def test_the_first_move_is_at_the_left_and_the_last_at_the_right() -> None:
    first, middle, last = placed([told(1, TEN), told(51, TEN), told(101, TEN)], 101)
    assert (first.x, middle.x, last.x) == ("0.00%", "50.00%", "100.00%")


def test_only_turning_points_stand_there() -> None:
    assert [point.seq for point in placed([told(1, None), told(2, TEN), told(3, None)], 9)] == [2]
    assert placed([], 1) == () and len(placed([told(1, TEN)], 1)) == 1


def test_no_letter_covers_another() -> None:
    points = placed([told(seq, TEN) for seq in (10, 11, 12, 40)], 100)
    assert [point.level for point in points] == [0, 1, None, 0]
    for level in range(LEVELS):
        places = [float(point.x[:-1]) for point in points if point.level == level]
        gaps = [b - a for a, b in zip(places, places[1:], strict=False)]
        assert all(gap >= WIDTH_OF_A_LETTER for gap in gaps)


def test_where_one_kind_is_common_the_rare_ones_keep_their_letters() -> None:
    lines = [told(seq * 20, COLLECT) for seq in range(1, MOST_LETTERS + 2)] + [told(990, TEN)]
    points = placed(lines, 1000)
    assert {point.mark for point in points if point.level is not None} == {TEN}
    assert len(points) == MOST_LETTERS + 2
