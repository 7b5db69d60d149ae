"""The games as PettingZoo environments, so that others can train theirs (the extra `lab`).

    env = games.lab.env.env("bruno")
    env.reset(seed=1)
    for seat in env.agent_iter():
        observation, reward, ended, cut, info = env.last()
        mask = observation["action_mask"]
        env.step(None if ended or cut else some_action(mask))

An observation is the seat's own view (games/lab/observing/ says which number means what) and the
mask of its legal actions. Whoever is on turn acts; nobody speaks out of turn. The dealer needs no
agent. At the end whoever won is rewarded with 1, whoever lost with -1.
"""

from __future__ import annotations

from hashlib import sha256
from secrets import token_bytes
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ..rules import rules_of
from ..rules.game import DEALER
from .observing import code_of, numbered, observed


def env(kind: str, seats: int | None = None) -> AECEnv:
    """With PettingZoo's usual guards: an illegal action loses the game."""
    inner = wrappers.TerminateIllegalWrapper(Table(kind, seats), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(inner))


class Table(AECEnv):  # type: ignore[misc]
    """A table by the usual rules."""

    metadata = {"name": "cards_v0", "is_parallelizable": False, "render_modes": []}

    def __init__(self, kind: str, seats: int | None = None) -> None:
        super().__init__()
        self.kind, self.rules = kind, rules_of(kind)
        self.metadata = {**self.metadata, "name": f"{kind}_v0"}
        self.seats = seats or self.rules.META.seats[0]
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.render_mode = None
        self._open(bytes(32))
        size = observed(self.kind, self.rules.view(self.state_, 0)).size
        inside: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(-np.inf, np.inf, (size,), np.float32),
            "action_mask": spaces.Box(0, 1, (len(code_of(kind).actions),), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(inside) for agent in self.possible_agents}
        self.action_spaces = {
            agent: spaces.Discrete(len(code_of(kind).actions)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._open(token_bytes(32) if seed is None else sha256(str(seed).encode()).digest())
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._choose_agent()

    def _open(self, seed: bytes) -> None:
        self.game_seed = seed
        self.state_ = self.rules.new(self.rules.META.configure({}), self.seats)
        self._let_the_dealer_deal()

    def _let_the_dealer_deal(self) -> None:
        while self.rules.to_act(self.state_) == (DEALER,):
            dealt = self.rules.deal(self.state_, self.game_seed)
            self.state_ = self.rules.apply(self.state_, DEALER, dealt)

    def _choose_agent(self) -> None:
        waited = self.rules.to_act(self.state_)
        if waited:
            self.agent_selection = self.possible_agents[waited[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self.possible_agents.index(agent)
        mask = np.zeros(len(code_of(self.kind).actions), np.int8)
        if self.rules.to_act(self.state_)[:1] == (seat,):
            mask[list(self._legal(seat))] = 1
        return {
            "observation": observed(self.kind, self.rules.view(self.state_, seat)),
            "action_mask": mask,
        }

    def _legal(self, seat: int) -> dict[int, Any]:
        return numbered(self.kind, self.rules.legal_actions(self.state_, seat))

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        self._cumulative_rewards[agent] = 0
        assert action is not None
        self.state_ = self.rules.apply(self.state_, seat, self._legal(seat)[int(action)])
        self._let_the_dealer_deal()
        self._settle()
        self._accumulate_rewards()
        self._choose_agent()

    def _settle(self) -> None:
        result = self.rules.result(self.state_)
        self._clear_rewards()
        if result is None:
            return
        for seat, agent in enumerate(self.possible_agents):
            won = seat in result.winners
            self.rewards[agent] = (1 if won else -1) if result.winners else 0
            self.terminations[agent] = True
