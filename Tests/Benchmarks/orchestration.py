# SPDX-License-Identifier: Apache-2.0
"""What the gateway does that its peers do not: shared fragments, budgets, a million answers."""

import contextlib
import re
import statistics
import urllib.request

import peers
from loads import counted, numbered

# How many things are asked for in one pass of heavy-after-light.
THINGS = 10_000
BUDGET_MILLISECONDS = 200
FEW, MANY = 1_000, 1_000_000
SMALL = "/en/small/{n}"


def line(name, goal, unit, measured):
    is_met = "yes" if measured <= goal else "no"
    return f"| {name} | {goal:.4g} {unit} | {measured:.3g} {unit} | {is_met} |"


def cost(server, load):
    """Microseconds of processor time a request of a load, which answers how many there were."""
    before = server.cpu_seconds()
    done = load(server.ports["http"])
    return (server.cpu_seconds() - before) * 1e6 / done


def hits_by_chance(port, size, seconds):
    done = numbered(port, SMALL, 0, size, "random", seconds)
    if done.errors:
        raise SystemExit(f"{SMALL}: {done.errors} errors among {done.requests} answers")
    return done.requests


def heavy_after_light(server, count):
    """The heavy view of things whose light view was asked for before, and of others."""
    heavy, light = "/en/parts/{n}", "/en/parts/{n}?view=light"
    rows = {"light, cold": [], "heavy, cold": [], "heavy after light": []}
    for number in range(count):
        # Apart from each other by more than what a counted load asks for beyond its count.
        first = 4 * number * THINGS
        for name, path, start in (("light, cold", light, first), ("heavy after light", heavy, first),
                                  ("heavy, cold", heavy, first + 2 * THINGS)):
            rows[name].append(cost(server, lambda port: counted(port, path, start, THINGS)))
    print("\n### Heavy after light (`heavy-after-light`)\n")
    print("| view | µs CPU a request, median (min..max) |\n|---|---|")
    for name, costs in rows.items():
        print(f"| {name} | {statistics.median(costs):.2f} ({min(costs):.2f}..{max(costs):.2f}) |")
    shares = [warm / cold for warm, cold in zip(rows["heavy after light"], rows["heavy, cold"])]
    return [line("heavy-after-light", 2 / 3, "of cold", statistics.median(shares))]


def hanging(server, count):
    """One of four services accepts and never answers; a plan's budget bounds all of it."""
    found = []
    for number in range(count):
        done = numbered(server.ports["http"], "/en/hanging/{n}", number * MANY, MANY, "each", 3)
        if done.errors:
            raise SystemExit(f"hanging: {done.errors} errors among {done.requests} answers")
        found.append(done)
    print("\n### One service of four hangs (`hanging`)\n")
    print(f"The budget of the plan is {BUDGET_MILLISECONDS} ms, the service's timeout 2 s.\n")
    print("| round | requests/s | p50 ms | p99 ms |\n|---|---|---|---|")
    for number, done in enumerate(found):
        print(f"| {number + 1} | {done.requests / done.seconds:,.0f} | {done.latencies[50]:.1f} "
              f"| {done.latencies[99]:.1f} |")
    # A tenth more for what waits behind other answers of the same moment.
    worst = max(done.latencies[99] for done in found)
    return [line("hanging, p99", BUDGET_MILLISECONDS * 1.1, "ms", worst)]


def million(folder, count, seconds):
    """What a hit costs among a thousand answers and among a million, asked for by chance."""
    few = peers.gateway(folder, "a thousand", port=18713, cache="4G")
    many = peers.gateway(folder, "a million", port=18715, cache="4G")
    rows = {FEW: [], MANY: []}
    with contextlib.ExitStack() as stack:
        for server in (peers.services(folder), few, many):
            stack.enter_context(server)
        fills = {size: cost(server, lambda port: counted(port, SMALL, 0, size))
                 for size, server in ((FEW, few), (MANY, many))}
        before = {source: answered(many, source) for source in ("hit", "plan")}
        for _ in range(count):
            for size, server in ((FEW, few), (MANY, many)):
                rows[size].append(
                    cost(server, lambda port: hits_by_chance(port, size, seconds)))
        memory = many.pss_kib() / (1 << 20)
        after = {source: answered(many, source) - before[source] for source in before}
        share = after["plan"] / max(1, sum(after.values()))
    print("\n### A million kept answers (`million`)\n")
    print(f"Filling took {fills[MANY]:.1f} µs CPU an answer and {memory:.1f} GiB; {share:.2%} of the "
          "measured requests were misses.\n")
    print("| answers | µs CPU a hit, median (min..max) |\n|---|---|")
    for size, costs in rows.items():
        print(f"| {size:,} | {statistics.median(costs):.2f} ({min(costs):.2f}..{max(costs):.2f}) |")
    shares = [b / a for a, b in zip(rows[FEW], rows[MANY])]
    return [line("million", 1.3, "of a thousand", statistics.median(shares))]


def answered(server, source):
    """How many requests were answered from this source."""
    text = urllib.request.urlopen(f"http://127.0.0.1:{server.ports['admin']}/metrics").read()
    found = re.search(rf'portico_answers_total{{.*source="{source}"}} (\d+)', text.decode())
    return int(found[1]) if found else 0
