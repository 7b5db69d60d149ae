"""The door of the lobby: everything that changes a room.

Each function is one transaction that holds the room's row, and tells the room's pages after the
commit. They raise Refused with a sentence, and Room.DoesNotExist for a link that is wrong or too
old. The way into a game is the same for all: the room shows the seal of its deal, each browser
seals its own share of the shuffle, and when everyone is ready the shares are opened and the game
starts.
"""

from .holding import LOBBY, again_topic_of, topic_of
from .hosting import (
    add_bot,
    balance,
    close,
    edit_rules,
    fill,
    hand_over,
    keep_open,
    remove,
    shuffle,
)
from .leaving import leave_rooms
from .opening import open_kept, open_room, play_again, play_now
from .seats import open_share, ready, renew, sit, stand, unready
from .tidying import tidy
from .visits import renew_visits

__all__ = [
    "LOBBY",
    "add_bot",
    "again_topic_of",
    "balance",
    "close",
    "edit_rules",
    "fill",
    "hand_over",
    "keep_open",
    "leave_rooms",
    "open_kept",
    "open_room",
    "open_share",
    "play_again",
    "play_now",
    "ready",
    "remove",
    "renew",
    "renew_visits",
    "shuffle",
    "sit",
    "stand",
    "tidy",
    "topic_of",
    "unready",
]
