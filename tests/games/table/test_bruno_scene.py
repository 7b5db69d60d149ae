"""Bruno's table as it is drawn."""

from __future__ import annotations

from games.rules import bruno
from games.rules.bruno.table.scene import scene
from games.rules.lesson import LEARNER, lessons
from games.rules.table import PLAIN


def test_what_lay_face_up_is_played_in_the_order_in_which_it_lay() -> None:
    lesson = lessons()["bruno"]
    views = [bruno.view(state, LEARNER) for state in lesson.states[1:]]
    view = next(view for view in views if not view.hand)
    held = scene(view, (), lesson.names, PLAIN).hand
    assert held is not None
    assert [face.text for group in held.groups for face in group.faces] == ["9d", "Ad", "7h"]
