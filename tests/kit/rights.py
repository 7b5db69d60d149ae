"""P15: who may do what. A route or a message without a row here fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

# page: it is shown · log in: sent there first · done: something changed · refused: nothing
# changed, and a sentence says why · nothing: nothing changed · game: led on to the game
# Asked is always for seat 3: free while the table is waiting, or a bot's, or a person's.
AT_THE_SITE = """
    GET  lobby:home        any      page    page     page
    POST lobby:open        any      log_in  done     done
    POST lobby:play_now    any      log_in  done     done
    POST lobby:play_again  begun    log_in  refused  refused
    POST lobby:play_again  over     log_in  refused  done
    POST lobby:add_bot     waiting  log_in  refused  done
    POST lobby:add_bot     bot      log_in  refused  refused
    POST lobby:add_bot     full     log_in  refused  refused
    POST lobby:add_bot     begun    log_in  refused  refused
    POST lobby:remove_bot  waiting  log_in  refused  nothing
    POST lobby:remove_bot  bot      log_in  refused  done
    POST lobby:remove_bot  full     log_in  refused  nothing
    POST lobby:remove_bot  begun    log_in  refused  refused
    GET  lobby:room        waiting  page    page     page
    GET  lobby:room        full     page    page     page
    GET  lobby:room        begun    log_in  game     game
    POST lobby:sit         waiting  log_in  done     done
    POST lobby:sit         full     log_in  refused  refused
    POST lobby:sit         begun    log_in  refused  refused
    POST lobby:stand       waiting  log_in  nothing  done
    POST lobby:stand       full     log_in  nothing  done
    POST lobby:stand       begun    log_in  refused  refused
    POST lobby:begin       waiting  log_in  refused  refused
    POST lobby:begin       full     log_in  refused  done
    POST lobby:begin       begun    log_in  refused  nothing
    GET  lobby:rules_list  any      page    page     page
    GET  lobby:rules       any      page    page     page
    GET  accounts:signup   any      page    nothing  nothing
    GET  accounts:login    any      page    nothing  nothing
    GET  accounts:settings any      log_in  page     page
    POST accounts:logout   any      nothing nothing  nothing
"""

# page: it is shown · log_in: sent there first · done: a move was stored · refused: nothing was
# stored, and a sentence says why · not_yet: a page says that it is given to nobody before the
# end · file: for keeping · forbidden: to everybody
AT_A_GAME = """
    GET  games:mine                   any       log_in  page       page       page
    GET  games:table                  running   log_in  page       page       page
    GET  games:table                  finished  log_in  page       page       page
    GET  games:poll                   running   log_in  page       page       page
    GET  games:poll                   finished  log_in  page       page       page
    POST games:play                   running   log_in  refused    done       refused
    POST games:play                   finished  log_in  refused    refused    refused
    GET  games:moves                  running   log_in  page       page       page
    GET  games:moves                  finished  log_in  page       page       page
    GET  games:replay                 running   log_in  not_yet    not_yet    not_yet
    GET  games:replay                 finished  log_in  page       page       page
    GET  games:record                 running   log_in  not_yet    not_yet    not_yet
    GET  games:record                 finished  log_in  file       file       file
    GET  healthz                      any       page    page       page       page
    GET  admin:games_game_changelist  running   log_in  log_in     log_in     page
    GET  admin:games_game_change      running   log_in  log_in     log_in     page
    GET  admin:games_game_change      finished  log_in  log_in     log_in     page
    POST admin:games_game_change      running   log_in  log_in     log_in     forbidden
    POST admin:games_game_change      finished  log_in  log_in     log_in     forbidden
    GET  admin:games_game_add         running   log_in  log_in     log_in     forbidden
    POST admin:games_game_add         running   log_in  log_in     log_in     forbidden
    POST admin:games_game_delete      running   log_in  log_in     log_in     forbidden
    POST admin:games_game_delete      finished  log_in  log_in     log_in     forbidden
    GET  admin:games_game_history     running   log_in  log_in     log_in     page
"""

# Messages over the socket. closed: with the code for those who are not logged in · nothing:
# taken without a word, and no move stored.
MESSAGES = """
    move       running   closed  refused  done     refused
    move       finished  closed  refused  refused  refused
    ready      running   closed  refused  nothing  refused
    ready      finished  closed  refused  refused  refused
    take_back  running   closed  refused  nothing  refused
    take_back  finished  closed  refused  nothing  refused
"""


def rows(table: str, roles: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """One for each role, whose outcomes are the last columns."""
    for line in table.strip().splitlines():
        words = line.split()
        row, outcomes = words[: -len(roles)], words[-len(roles) :]
        for role, outcome in zip(roles, outcomes, strict=True):
            yield (*row, role, outcome)


def routes_with_rows() -> set[str]:
    return {line.split()[1] for line in (AT_THE_SITE + AT_A_GAME).splitlines() if line.strip()}
