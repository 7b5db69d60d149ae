"""What open pages cost while nobody plays: queries and processor time, per page and second.

python -m bench.idle_cost                        100 pages, then 1,000
python -m bench.idle_cost --pages 400 --seconds 60
"""

from __future__ import annotations

import argparse
import os
from dataclasses import replace

from bench.live_speed import new_load, play
from bench.stack import SEATS, running_stack

# PostgreSQL's own count comes late, of a connection that rests by up to ten seconds: the opening of
# the pages is over and counted by then.
SETTLED_SECONDS = 20.0
HEADING = f"{'pages':>8}{'queries/s':>12}{'per page':>12}{'web ms/s':>12}{'ms per page':>14}"


def main() -> None:
    parser = argparse.ArgumentParser(description="What open pages cost while nobody plays.")
    parser.add_argument("--pages", type=int, nargs="+", default=[100, 1000], help="open at once")
    parser.add_argument("--seconds", type=float, default=30.0, help="of waiting, per line")
    given = parser.parse_args()
    with running_stack() as stack:
        stack.start_web()
        print(HEADING)
        for pages in given.pages:
            load = new_load(stack.addresses, pages // SEATS, given.seconds, -1)
            _tables, cost = play(stack, replace(load, warm_up=SETTLED_SECONDS))
            queries, web = cost.transactions / given.seconds, cost.web / given.seconds * 1000
            print(
                f"{pages:8}{queries:12.2f}{queries / pages:12.4f}{web:12.1f}{web / pages:14.3f}",
                flush=True,
            )
    print("load average over 1, 5 and 15 minutes:", *(f"{load:.1f}" for load in os.getloadavg()))


if __name__ == "__main__":
    main()
