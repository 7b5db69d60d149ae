"""Briscalone: five players, an auction, a first trick played blind, and a secret partner.

The rules are in docs/rules/briscalone.md; R-numbers in this package name its clauses.
"""

from .actions import Action, parse
from .apply import apply, deal, legal_actions, new, rests, result, to_act
from .imagine import imagine
from .meta import META
from .state import State
from .view import View, view

__all__ = [
    "META",
    "Action",
    "State",
    "View",
    "apply",
    "deal",
    "imagine",
    "legal_actions",
    "new",
    "parse",
    "rests",
    "result",
    "to_act",
    "view",
]
