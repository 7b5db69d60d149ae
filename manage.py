#!/usr/bin/env python
import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "bruno_site.settings")
    # A migration takes as long as it takes; only who serves people is held to seconds.
    if "run_clock" not in sys.argv:
        os.environ["PATIENT"] = "1"
    execute_from_command_line(sys.argv)
