"""P15: who may do what at the admin's desk. A page without a row here fails."""

# By somebody who may only look, by one who may decide about players, reports
# and games, and by a superuser. done: something changed · forbidden: nothing did.
AT_THE_DESK = """
    GET  accounts_user      list    any        page       page       page
    GET  accounts_user      add     any        forbidden  forbidden  forbidden
    GET  accounts_user      change  player     page       page       page
    POST accounts_user      change  player     forbidden  forbidden  done
    POST accounts_user      change  superuser  forbidden  forbidden  done
    POST accounts_user      change  self       forbidden  forbidden  forbidden
    POST accounts_user      decide  player     forbidden  done       done
    POST accounts_user      decide  viewer     forbidden  forbidden  done
    POST accounts_user      decide  superuser  forbidden  forbidden  done
    POST accounts_user      decide  self       forbidden  forbidden  forbidden
    POST accounts_user      delete  player     forbidden  forbidden  forbidden
    GET  accounts_user      history player     page       page       page
    GET  accounts_decision  list    any        forbidden  page       page
    POST accounts_decision  add     any        forbidden  forbidden  forbidden
    GET  accounts_decision  change  decided    forbidden  page       page
    POST accounts_decision  change  decided    forbidden  forbidden  forbidden
    GET  accounts_decision  history decided    forbidden  page       page
    POST accounts_decision  delete  decided    forbidden  forbidden  forbidden
    GET  auth_group         list    any        forbidden  forbidden  page
    POST auth_group         add     any        forbidden  forbidden  done
    POST auth_group         change  role       forbidden  forbidden  done
    GET  auth_group         history role       forbidden  forbidden  page
    POST auth_group         delete  role       forbidden  forbidden  forbidden
    GET  games_announcement list    any        forbidden  page       page
    POST games_announcement add     any        forbidden  done       done
    POST games_announcement change  posted     forbidden  done       done
    POST games_announcement delete  posted     forbidden  forbidden  forbidden
    GET  games_announcement history posted     forbidden  page       page
    GET  games_mismatch     list    any        forbidden  forbidden  page
    POST games_mismatch     add     any        forbidden  forbidden  forbidden
    GET  games_mismatch     change  found      forbidden  forbidden  page
    POST games_mismatch     change  found      forbidden  forbidden  forbidden
    GET  games_mismatch     history found      forbidden  forbidden  page
    POST games_mismatch     delete  found      forbidden  forbidden  forbidden
    GET  games_game         list    any        page       page       page
    GET  games_game         change  running    page       page       page
    POST games_game         change  running    forbidden  forbidden  forbidden
    POST games_game         decide  running    forbidden  done       done
    POST games_game         delete  running    forbidden  forbidden  forbidden
    POST games_game         add     any        forbidden  forbidden  forbidden
    GET  games_game         history running    page       page       page
    GET  lobby_room         list    any        page       page       page
    GET  lobby_room         figures any        page       page       page
    POST lobby_room         change  waiting    forbidden  forbidden  forbidden
    POST lobby_room         delete  waiting    forbidden  forbidden  forbidden
    POST lobby_room         add     any        forbidden  forbidden  forbidden
    GET  lobby_room         history waiting    page       page       page
    GET  lobby_report       list    any        page       page       page
    POST lobby_report       change  open       forbidden  forbidden  forbidden
    POST lobby_report       decide  open       forbidden  done       done
    POST lobby_report       add     any        forbidden  forbidden  forbidden
    GET  lobby_report       history open       page       page       page
    POST lobby_report       delete  open       forbidden  forbidden  forbidden
"""

# The pages of the desk itself, whatever it is about, by staff without any right and by those above.
# absent: like an address that is wrong · elsewhere: led on, with nothing changed.
AROUND_THE_DESK = """
    GET  index                 page       page       page       page
    GET  login                 elsewhere  elsewhere  elsewhere  elsewhere
    POST login                 page       page       page       page
    GET  second                elsewhere  elsewhere  elsewhere  elsewhere
    POST second                elsewhere  elsewhere  elsewhere  elsewhere
    POST logout                elsewhere  elsewhere  elsewhere  elsewhere
    GET  password_change       elsewhere  elsewhere  elsewhere  elsewhere
    POST password_change       elsewhere  elsewhere  elsewhere  elsewhere
    GET  password_change_done  page       page       page       page
    GET  jsi18n                page       page       page       page
    GET  app_list              absent     page       page       page
    GET  anything_else         absent     absent     absent     absent
    POST anything_else         absent     absent     absent     absent
"""
