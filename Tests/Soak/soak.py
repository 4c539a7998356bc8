# SPDX-License-Identifier: Apache-2.0
"""Runs the gateway for minutes under load while services die, things are purged and editions are
published, and looks at every answer: `soak.py [--seconds 600] [--gateway PROGRAM]`.

It ends with 1 if an answer was wrong, somebody got what is another's, or the gateway grew."""

import argparse
import asyncio
import random
import statistics
import sys
import tempfile
import time

from visitors import Visitor, count
from world import HERE, World

VISITORS = 24
# A shorter run only fills the cache: it says nothing of growth.
TELLING_SECONDS = 120
# Growth of the second half of a run over its middle that is not taken for a leak.
MEMORY_KIB, MEMORY_SHARE = 16_384, 1.10
DESCRIPTORS = 200


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=600)
    parser.add_argument("--gateway", default=str(HERE.parents[1] / ".build/release/portico"))
    return parser.parse_args()


async def every(seconds, end, act):
    """Does something again and again, not quite regularly."""
    while time.monotonic() + seconds * 2 < end:
        await asyncio.sleep(seconds * random.uniform(0.5, 1.5))
        await act()


async def watch(world, end, samples):
    while time.monotonic() < end:
        if world.gateway.returncode is not None:
            raise RuntimeError(f"the gateway ended with {world.gateway.returncode}")
        samples.append(world.memory())
        await asyncio.sleep(1)


def growth(samples):
    """What is wrong with the gateway's size, if anything is."""
    third = len(samples) // 3
    middle, last = samples[third:2 * third], samples[2 * third:]
    before, after = (statistics.median(kib for kib, _ in part) for part in (middle, last))
    if after > before * MEMORY_SHARE and after > before + MEMORY_KIB:
        return f"memory grew from {before:.0f} to {after:.0f} KiB"
    most = max(descriptors for _, descriptors in samples)
    if most > DESCRIPTORS:
        return f"{most} descriptors, expected at most {DESCRIPTORS}"
    return None


async def run(world, seconds):
    end = time.monotonic() + seconds
    seen, samples = count(), []
    await asyncio.gather(
        *(Visitor(number, world, seen).visit(end) for number in range(VISITORS)),
        every(8, end, lambda: world.kill(random.uniform(0.5, 4))),
        every(0.3, end, world.purge),
        every(3, end, world.publish),
        watch(world, end, samples),
    )
    return seen, samples


async def main():
    asked = options()
    with tempfile.TemporaryDirectory(prefix="portico-soak-") as folder:
        world = World(folder, asked.gateway)
        try:
            await world.start()
            seen, samples = await run(world, asked.seconds)
        finally:
            await world.stop()
    wrong = seen.pop("wrong", 0)
    grown = growth(samples) if asked.seconds >= TELLING_SECONDS else None
    for what, number in [*sorted(seen.items(), key=str), *world.done.items()]:
        print(f"{what}: {number}")
    print(f"memory: {samples[0][0]} KiB at first, {samples[-1][0]} at last; {samples[-1][1]} descriptors")
    print(f"wrong answers: {wrong}" + (f"; {grown}" if grown else ""))
    sys.exit(1 if wrong or grown else 0)


if __name__ == "__main__":
    asyncio.run(main())
