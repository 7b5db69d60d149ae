"""Names that would let somebody speak for the house, for a bot or for whoever reads them."""

from __future__ import annotations

HOUSE = """
    admin administrator root superuser sysadmin webmaster postmaster operator moderator mod
    referee arbiter support helpdesk staff official security abuse system server
    house thehouse dealer croupier nobody noone everybody everyone anybody anyone somebody
    someone anonymous unknown null none undefined bot bots robot computer deleted guest
"""
# “You” is who reads the page, in whatever language it will speak.
READER = """
    you yourself me myself du sie ihr ich tu toi vous moi lei voi io usted ustedes vosotros yo vos
    você ty vy あなた 你 您 당신 أنت
"""
BOTS = "aldo bice carlo dora elio fosca gisa ilda lapo mena"
# How strong they are is what ladders and records call them by.
STRENGTHS = """
    random greedy easy medium hard expert master avido facile medio difficile esperto maestro
    随机 贪心 简单 中等 困难 专家 大师
"""

WORDS = frozenset(f"{HOUSE} {READER} {BOTS} {STRENGTHS}".split())
BEGINNINGS = ("guest", "deleted", "admin", "moderator")
