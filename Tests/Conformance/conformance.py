# SPDX-License-Identifier: Apache-2.0
"""Compares Portico with other implementations of the same standards; exits with 1 on a difference."""

import argparse
import random
import sys

import schemas
import values
from probe import Probe


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", required=True, help="the folder with portico and valueprobe")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="to repeat a run")
    parser.add_argument("--rounds", type=int, default=2_000, help="how many random values a subject gets")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}, {arguments.rounds} rounds a subject")
    portico, probe = f"{arguments.programs}/portico", Probe(f"{arguments.programs}/valueprobe")
    agrees = [tally.report() for tally in values.compare_all(probe, arguments.seed, arguments.rounds)]
    # A round of these starts the command.
    chance = random.Random(arguments.seed)
    agrees.append(schemas.compare(portico, probe, chance, arguments.rounds // 20).report())
    sys.exit(0 if all(agrees) else 1)


main()
