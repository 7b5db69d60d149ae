"""Makes the site's sounds: two soft notes, as of a small glass bell, and nothing recorded.

python scripts/make_sounds.py    writes static/sounds/call.wav
"""

from __future__ import annotations

import struct
import wave
from math import exp, pi, sin
from pathlib import Path

RATE = 16_000
SECONDS = 0.55
LOUDEST = 0.45
# When each note begins, how high it is, and how loud beside the other.
NOTES = ((0.0, 659.26, 0.8), (0.12, 880.0, 1.0))
OVERTONES = ((1.0, 1.0, 7.0), (2.76, 0.25, 14.0))  # of its height, loudness, how fast it dies away
ATTACK = 0.006


def loudness(at: float) -> float:
    return sum(share * note(at - begins, height) for begins, height, share in NOTES) / 2


def note(at: float, height: float) -> float:
    if at < 0:
        return 0.0
    swell = min(at / ATTACK, 1.0)
    return swell * sum(
        share * exp(-dies * at) * sin(2 * pi * height * times * at)
        for times, share, dies in OVERTONES
    )


def samples() -> bytes:
    count = int(RATE * SECONDS)
    fade = [min(1.0, (count - n) / (RATE * 0.05)) for n in range(count)]
    heights = (int(32767 * LOUDEST * fade[n] * loudness(n / RATE)) for n in range(count))
    return b"".join(struct.pack("<h", height) for height in heights)


def main() -> None:
    path = Path(__file__).resolve().parents[1] / "static/sounds/call.wav"
    path.parent.mkdir(exist_ok=True)
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples())


if __name__ == "__main__":
    main()
