"""The games: their rules, their tables, their bots."""

import os

# For every product the library under numpy would wake a thread on each core, and let them spin
# while they wait: for networks as small as ours that costs many times what it saves. It asks once,
# when numpy is first imported, which inside this package is later than here.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
