"""P15: who may do what. A route or a message without a row here fails."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

# page: it is shown · log in: sent there first · done: something changed · refused: nothing
# changed, and a sentence says why · nothing: nothing changed · game: led on to the game
# hosted: whoever sits is the host too · private: the game of a table that is found by link only ·
# absent: like a link that is wrong
# queued: whoever asks has a ticket
AT_THE_SITE = """
    GET  lobby:home        any      page    page     page
    GET  lobby:home_poll   any      log_in  page     page
    GET  lobby:open        any      log_in  page     page
    POST lobby:open        any      log_in  done     done
    POST lobby:play_now    any      log_in  done     done
    POST lobby:play_as_guest any    done    done     done
    POST lobby:play_again  begun    log_in  absent   refused
    POST lobby:play_again  over     log_in  absent   done
    GET  lobby:room        waiting  page    page     page
    GET  lobby:room        full     page    page     page
    GET  lobby:room        begun    game    game     game
    GET  lobby:room        private  absent  absent   game
    GET  lobby:room_rules  waiting  log_in  refused  refused
    POST lobby:room_rules  waiting  log_in  refused  refused
    GET  lobby:room_rules  private  log_in  absent   refused
    POST lobby:room_rules  private  log_in  absent   refused
    GET  lobby:room_rules  hosted   log_in  refused  page
    POST lobby:room_rules  hosted   log_in  refused  done
    GET  lobby:room_poll   waiting  log_in  page     page
    GET  lobby:room_poll   private  log_in  absent   page
    POST lobby:room_act    waiting  log_in  done     done
    POST lobby:room_act    private  log_in  absent   refused
    POST lobby:quick_match any      log_in  done     refused
    GET  lobby:queue       any      log_in  nothing  nothing
    GET  lobby:queue       queued   log_in  page     page
    GET  lobby:queue_poll  any      log_in  absent   absent
    GET  lobby:queue_poll  queued   log_in  page     page
    POST lobby:queue_act   any      log_in  absent   absent
    POST lobby:queue_act   queued   log_in  refused  refused
    POST lobby:ask_partner any      log_in  refused  refused
    POST lobby:ask_partner queued   log_in  refused  refused
    GET  lobby:party       any      page    page     page
    POST lobby:accept      any      log_in  done     refused
    GET  lobby:rules_list  any      page    page     page
    GET  lobby:rules       any      page    page     page
    GET  accounts:sign_up   any      page    nothing  nothing
    POST accounts:sign_up   any      page    nothing  nothing
    POST accounts:guest    any      nothing nothing  nothing
    GET  accounts:log_in    any      page    nothing  nothing
    POST accounts:log_in    any      page    nothing  nothing
    GET  accounts:settings any      log_in  page     page
    POST accounts:settings any      log_in  page     page
    POST accounts:language any      nothing nothing  nothing
    POST accounts:sounds   any      log_in  nothing  nothing
    POST accounts:dismiss_welcome any     log_in  nothing  nothing
    GET  accounts:account  any      log_in  page     page
    GET  accounts:password any      log_in  page     page
    POST accounts:password any      log_in  page     page
    GET  accounts:email    any      log_in  page     page
    POST accounts:email    any      log_in  page     page
    GET  accounts:codes    any      log_in  page     page
    POST accounts:codes    any      log_in  page     page
    GET  accounts:end_session any      log_in  refused  refused
    POST accounts:end_session any      log_in  refused  refused
    POST accounts:download any      log_in  page     page
    GET  accounts:delete   any      log_in  page     page
    POST accounts:delete   any      log_in  page     page
    GET  accounts:recover  any      page    page     page
    POST accounts:recover  any      page    page     page
    GET  accounts:forgot_password any     page    page     page
    POST accounts:forgot_password any      page    page     page
    GET  accounts:reset_password    any      absent  absent   absent
    POST accounts:reset_password    any      absent  absent   absent
    GET  accounts:confirm_email any absent  absent   absent
    POST accounts:confirm_email any      absent  absent   absent
    GET  accounts:blocks    any      log_in  page     page
    POST accounts:block     any      log_in  refused  refused
    POST accounts:log_out   any      nothing nothing  nothing
"""

# What is pressed by whoever waits for a table, over the socket or as a form: by somebody who has no
# ticket, by one who has just come, by one who is offered bots, and by one who has a table.
IN_THE_QUEUE = """
    bots   absent  refused  done  refused
    leave  absent  done     done  done
"""

# What is pressed in a room, over the socket or as a form, by a stranger, by somebody who sits there
# and by the host. It is about seat 3: free while the table waits, else dave's. While it is opening,
# everyone is ready and the sealed shares of the shuffle are asked for.
IN_A_ROOM = """
    sit        waiting  done     done     done
    sit        full     refused  refused  refused
    sit        begun    refused  refused  refused
    stand      waiting  nothing  done     done
    stand      begun    refused  refused  refused
    ready      waiting  refused  done     done
    ready      full     refused  done     done
    ready      begun    refused  nothing  nothing
    ready      opening  refused  nothing  nothing
    open_share opening  refused  done     done
    open_share full     refused  refused  refused
    open_share begun    refused  nothing  nothing
    unready    waiting  nothing  done     done
    unready    opening  nothing  done     done
    unready    begun    refused  refused  refused
    keep_open  waiting  refused  done     done
    keep_open  begun    refused  refused  refused
    add_bot    waiting  refused  refused  done
    add_bot    full     refused  refused  refused
    add_bot    begun    refused  refused  refused
    fill       waiting  refused  refused  done
    fill       begun    refused  refused  refused
    remove     full     refused  refused  done
    remove     waiting  refused  refused  refused
    remove     begun    refused  refused  refused
    hand_over  full     refused  refused  done
    hand_over  waiting  refused  refused  refused
    hand_over  begun    refused  refused  refused
    shuffle    waiting  refused  refused  done
    shuffle    begun    refused  refused  refused
    balance    waiting  refused  refused  refused
    balance    full     refused  refused  done
    balance    begun    refused  refused  refused
    close      waiting  refused  refused  done
    close      begun    refused  refused  refused
"""

# page: it is shown · log_in: sent there first · done: something was stored · refused: nothing was
# stored, and a sentence says why · not_yet: a page says that it is given to nobody before the
# end · file: for keeping · missing: as if it were not there · elsewhere: led on, with
# nothing changed · forbidden: to everybody
AT_A_GAME = """
    GET  games:mine                   any       log_in  page       page       page
    GET  people:board                 any       page    page       page       page
    GET  people:profile               any       page    page       page       page
    GET  games:announced              any       page    page       page       page
    GET  games:table                  running   log_in  page       page       page
    GET  games:table                  finished  log_in  page       page       page
    GET  games:poll                   running   log_in  page       page       page
    GET  games:poll                   finished  log_in  page       page       page
    POST games:play                   running   log_in  refused    done       refused
    POST games:play                   finished  log_in  refused    refused    refused
    GET  games:moves                  running   log_in  page       page       page
    GET  games:moves                  finished  log_in  page       page       page
    GET  games:replay                 running   not_yet not_yet    not_yet    not_yet
    GET  games:replay                 finished  page    page       page       page
    GET  games:picture                running   not_yet not_yet    not_yet    not_yet
    GET  games:picture                finished  page    page       page       page
    POST games:unshare                running   log_in  missing    not_yet    missing
    POST games:unshare                finished  log_in  missing    done       missing
    GET  games:back                   running   log_in  missing    page       missing
    GET  games:back                   finished  log_in  missing    page       missing
    GET  games:play_on                running   log_in  not_yet    not_yet    not_yet
    GET  games:play_on                finished  log_in  page       page       page
    POST games:play_on                running   log_in  not_yet    not_yet    not_yet
    POST games:play_on                finished  log_in  done       done       done
    GET  games:check                  running   not_yet not_yet    not_yet    not_yet
    GET  games:check                  finished  page    page       page       page
    GET  games:shelf                  any       log_in  page       page       page
    POST games:shelf                  any       log_in  refused    refused    refused
    GET  games:all_records            any       log_in  file       file       file
    GET  games:paper                  any       log_in  missing    missing    missing
    POST games:throw_away             any       log_in  elsewhere  elsewhere  elsewhere
    GET  games:record                 running   not_yet not_yet    not_yet    not_yet
    GET  games:record                 finished  file    file       file       file
    GET  learn:lesson                 any       page    page       page       page
    GET  learn:poll                   any       page    page       page       page
    POST learn:press                  any       elsewhere elsewhere elsewhere elsewhere
    POST learn:again                  any       elsewhere elsewhere elsewhere elsewhere
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
    GET  admin:games_game_decide      running   log_in  log_in     log_in     page
    GET  admin:games_game_decide      finished  log_in  log_in     log_in     forbidden
    POST admin:games_game_decide      finished  log_in  log_in     log_in     forbidden
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
    give_up    running   closed  refused  nothing  refused
    give_up    finished  closed  refused  refused  refused
    concede    running   closed  refused  nothing  refused
    concede    finished  closed  refused  refused  refused
    withdraw   running   closed  refused  nothing  refused
    withdraw   finished  closed  refused  refused  refused
    end        running   closed  refused  refused  refused
    end        finished  closed  refused  refused  refused
    replace    running   closed  refused  refused  refused
    replace    finished  closed  refused  refused  refused
"""


# Talk and calls: a line or a call is asked for by its name, at a table that waits (in its room),
# plays or is over. page, log_in, done, refused: as above · nothing: nothing was there to change.
TALK = """
    GET  lobby:talk          -        waiting  log_in  page     page
    GET  lobby:talk          -        playing  log_in  page     page
    GET  lobby:talk          -        over     log_in  page     page
    GET  lobby:talk_poll     -        waiting  log_in  page     page
    GET  lobby:talk_poll     -        playing  log_in  page     page
    GET  lobby:talk_poll     -        over     log_in  page     page
    POST lobby:talk          phrase   waiting  log_in  refused  done
    POST lobby:talk          phrase   playing  log_in  refused  done
    POST lobby:talk          phrase   over     log_in  refused  done
    POST lobby:talk          words    waiting  log_in  refused  done
    POST lobby:talk          words    playing  log_in  refused  refused
    POST lobby:talk          words    over     log_in  refused  done
    POST lobby:report        line     waiting  log_in  done     done
    POST lobby:report        line     playing  log_in  done     done
    POST lobby:report        line     over     log_in  done     done
    POST lobby:report        nothing  over     log_in  refused  refused
    POST lobby:invite        person   waiting  log_in  refused  done
    POST lobby:invite        person   playing  log_in  refused  refused
    GET  lobby:notices       -        playing  log_in  page     page
    GET  lobby:notices_poll  -        playing  log_in  page     page
    POST lobby:notices       call     waiting  log_in  nothing  done
    POST lobby:notices       nothing  waiting  log_in  refused  refused
"""

# Who may open which socket: it stays open, or is closed again with this code. Beside the page of a
# game nothing is drawn by itself: what stands there asks on its own account.
SOCKETS = """
    ws/games/<slug:code>/         running   4401  open  open  open
    ws/games/<slug:code>/         finished  4401  open  open  open
    ws/games/<slug:code>/         private   4401  4404  open  4404
    ws/games/<slug:code>/back/    running   4401  4404  open  4404
    ws/games/<slug:code>/back/    finished  4401  4404  open  4404
    ws/games/<slug:code>/beside/  running   4401  open  open  open
    ws/games/<slug:code>/beside/  finished  4401  open  open  open
    ws/games/<slug:code>/beside/  private   4401  open  open  open
    ws/learn/<slug:kind>/         any       open  open  open  open
    ws/lobby/                     any       4401  open  open  open
    ws/match/                     any       4401  4404  4404  4404
    ws/t/<code:code>/             any       4401  open  open  open
    ws/site/                      any       4401  open  open  open
"""

# What else is said over sockets; who may say it is in the tables above, or asked by tests of those
# who hear it.
SAID = {
    "to the socket": {"again", "to"},
    "in a lesson": {"action", "along", "on", "ready", "seq"},
    "beside a page": {"call", "phrase", "text"},
}


def rows(table: str, roles: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """One for each role, whose outcomes are the last columns."""
    for line in table.strip().splitlines():
        words = line.split()
        row, outcomes = words[: -len(roles)], words[-len(roles) :]
        for role, outcome in zip(roles, outcomes, strict=True):
            yield (*row, role, outcome)


def routes_with_rows() -> set[str]:
    return {
        line.split()[1] for line in (AT_THE_SITE + AT_A_GAME + TALK).splitlines() if line.strip()
    }
