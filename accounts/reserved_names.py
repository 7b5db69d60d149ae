"""Names that nobody may take, since they would be mistaken for the site, a bot or the reader."""

from __future__ import annotations

STAFF = """
    admin administrator root superuser sysadmin webmaster postmaster operator moderator mod
    referee arbiter support helpdesk staff official security abuse system server
    house thehouse dealer croupier nobody noone everybody everyone anybody anyone somebody
    someone anonymous unknown null none undefined bot bots robot computer deleted guest
"""
# Pages call their reader “You”, in languages of today and perhaps of the future.
PRONOUNS = """
    you yourself me myself du sie ihr ich tu toi vous moi lei voi io usted ustedes vosotros yo vos
    você ty vy あなた 你 您 당신 أنت
"""
BOTS = "aldo bice carlo dora elio fosca gisa ilda lapo mena"
# Leaderboards and game files name bots by their level.
STRENGTHS = """
    random greedy easy medium hard expert master avido facile medio difficile esperto maestro
    随机 贪心 简单 中等 困难 专家 大师
"""

WORDS = frozenset(f"{STAFF} {PRONOUNS} {BOTS} {STRENGTHS}".split())
RESERVED_PREFIXES = ("guest", "deleted", "admin", "moderator")
