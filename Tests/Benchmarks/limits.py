#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Holds the limits that `/model` predicts against measured ones, on the sample shop:
`limits.py [--share 0.5] [--hold 30] [--programs .build/release]`. It has to be root, for the control group.

One event loop of the gateway has one core, and everything else the other. For ten minutes the shop learns from loads
that change every ten seconds, some of them too large; in some of these windows everything is purged again and again,
so that the cost of composing can be told from that of requests. Then `/model/what-if` says the most requests a second that the loop's core allows for the
declared mix, for a mix that was never played, and for the declared one without a service; `portico bench` looks for
the highest rate that keeps the SLA. It ends with 1 if one of them is missed by more than 15%.

The other core never sleeps: what it costs to wake one, which for a virtual machine is more than a kept answer, would
be charged to the gateway at low loads and to nobody at high ones.

A load generator needs about as much of a core as the gateway. So that the gateway is at its limit first, a control
group gives it a share of its core, and the prediction is for that share."""

import argparse
import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Soak"))

from shop import Shop  # noqa: E402

GATEWAY_CORE, OTHER_CORE = 0, 1
# Windows of the history that the model needs, and the seconds of each.
WINDOWS, WINDOW = 60, 10
# Seconds between the purges in the windows of the learning; none in those that have 0.
PURGES = [0, 1, 0, 0.5, 0, 0.25, 0]
# The tolerated difference, and the precision of the search.
TOLERANCE, PRECISION = 0.15, 0.03
# Seconds by which 99 of 100 requests may be sent too late although a connection was free.
OWN_DELAY = 0.02
# Nothing says what bench should order, so that orders are no part of any mix here.
DECLARED = """
    flows: {
      start: { calls: { "GET /config": 1, "GET /screens/home": 1 } },
      browse: { share: BROWSE, calls: { "GET /items": 0.6, "GET /items/{id}": 1.4, "GET /images": 3 } },
      order: { share: ORDER, calls: { "GET /checkout/cart": 1 } },
    },"""
STEADY = {"browse": 0.5, "order": 0.05}
# Learning has few of these and many of those, and none of it twice.
OTHER = {"browse": 0.15, "order": 0.4}
LEARNED = [STEADY, {"browse": 0.02, "order": 0.02}, {"browse": 1.0, "order": 0.02}, {"browse": 0.1, "order": 0.9}]
LOST = "reviews"


def mixed(text, shares):
    """A site file with the flows of this mix."""
    begin = text.index("    flows: {")
    end = text.index("    routes: {", begin)
    flows = DECLARED.replace("BROWSE", str(shares["browse"])).replace("ORDER", str(shares["order"]))
    text = text[:begin] + flows.lstrip("\n") + "\n" + text[end:]
    order = text.find('      "POST /orders": {')
    return text if order < 0 else text[:order] + text[text.index("      },\n", order) + len("      },\n"):]


class Bench:
    def __init__(self, shop, folder):
        self.shop, self.folder, self.sites = shop, folder, {}

    def site(self, shares):
        """A copy of the shop's files with the flows of a mix."""
        key = tuple(shares.values())
        if key not in self.sites:
            place = self.folder / f"mix-{len(self.sites)}"
            shutil.copytree(self.shop.site, place)
            file = place / "Content/site.json5"
            file.write_text(mixed(file.read_text(), shares))
            self.sites[key] = place
        return self.sites[key]

    def play(self, shares, load, seconds):
        """What `portico bench` measures: the routes whose promises were broken, and the rates."""
        command = ["taskset", "-c", OTHER_CORE, self.shop.programs / "portico", "bench",
                   f"http://127.0.0.1:{self.shop.port}", "--site", self.site(shares), "--load", f"{load:.4f}",
                   "--duration", f"{seconds}s", "--connections", "64", "--json"]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        if not done.stdout.startswith("{"):
            raise RuntimeError(f"bench measured nothing: {done.stderr[-500:]}")
        result = json.loads(done.stdout)
        planned = sum(row["planned"] for row in result["routes"])
        answered = sum(row["answered"] for row in result["routes"])
        generator = result["generator"][0]
        broken = [f"{row['route']} {row['sla']}" for row in result["routes"] if row["sla"] != "kept"]
        if answered <= 0.98 * planned:
            broken.append("requests without an answer")
        # A generator that is late itself says nothing of the gateway.
        is_own_fault = generator["delay"] > OWN_DELAY
        return broken, planned, answered, is_own_fault

    def limit(self, shares, guess, hold):
        """The highest rate of a mix that keeps the SLA, near a guess, and whether the generator was the limit."""
        _, rate, _, _ = self.play(shares, 1, 2)
        least, most, own_fault = 0.0, None, False
        load = guess / rate
        while most is None or (most - least) / most > PRECISION:
            broken, planned, answered, is_own_fault = self.play(shares, load, hold)
            print(f"    {planned:8.0f}/s for {hold} s: {', '.join(broken) or 'kept'}, {answered:.0f}/s answered"
                  + (", the generator was late" if is_own_fault else ""), flush=True)
            if broken:
                most, own_fault = load, is_own_fault
            else:
                least = load
            load = least * 1.15 if most is None else (least + most) / 2 if least else most / 1.15
            if load * rate < guess / 4:
                break
        return least * rate, own_fault


@contextlib.contextmanager
def kept_awake(core):
    """Occupies a core with a process that gives way to every other."""
    def give_way():
        os.sched_setaffinity(0, {core})
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))

    process = subprocess.Popen([sys.executable, "-c", "while True: pass"], preexec_fn=give_way)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def control_group():
    """The folder of the gateway's control group, in either version of the kernel's interface."""
    version = "cpu" if pathlib.Path("/sys/fs/cgroup/cpu").exists() else ""
    return pathlib.Path("/sys/fs/cgroup", version, f"portico-limits-{os.getpid()}")


def pin(process, share, group):
    """Gives the loop of the gateway a core, its other threads the other one, and the loop a share of its core."""
    for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
        is_loop = (task / "comm").read_text().strip() == "loop-0"
        os.sched_setaffinity(int(task.name), {GATEWAY_CORE if is_loop else OTHER_CORE})
    if share < 1:
        group.mkdir()
        # A short period, so that a pause is short beside what the SLA allows.
        period, quota = 10_000, int(10_000 * share)
        if (group / "cpu.cfs_quota_us").exists():
            (group / "cpu.cfs_period_us").write_text(str(period))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        else:
            (group / "cpu.max").write_text(f"{quota} {period}")
        (group / "cgroup.procs").write_text(str(process.pid))


def predicted(shop, **query):
    """The requests a second up to which promises are kept by the model, with the interval, and what it names first."""
    query = urllib.parse.urlencode({name: value for name, value in query.items() if value is not None}, doseq=True)
    report = shop.report(f"/model/what-if?of=steady&{query}")
    processor = next(row for row in report["limits"] if row["limit"] == "processor")
    if not processor.get("used"):
        sys.exit(f"the model has no figure for the processor: {processor['unknown']}")
    print(f"{processor['usable']:.0%} of the core may be used: {processor['basis']}", flush=True)
    rate = report["whatIf"][0]["rate"]
    return [rate * processor.get(figure, 0) for figure in ("headroom", "from", "to")], report["whatIf"][0]["limit"]


@contextlib.contextmanager
def purging(shop, pause):
    """Purges everything again and again, softly, so that answers are composed without a visitor who waits."""
    ended = threading.Event()

    def purge():
        while not ended.wait(pause):
            shop.purge({"all": True})

    purger = threading.Thread(target=purge)
    if pause:
        purger.start()
    try:
        yield
    finally:
        ended.set()
        if pause:
            purger.join()


def learn(bench, seconds):
    """Plays mixes at several loads, a window each, so that what each route costs can be told apart. Loads grow until
    promises break, and then range from a fifth of that to a little more."""
    windows = seconds // WINDOW + 4
    print(f"learning from {windows} windows of {WINDOW} s", flush=True)
    most, is_found = 8.0, False
    for number in range(windows):
        share = 0.2 + (number * 7 % 10) / 10 if is_found else 1
        with purging(bench.shop, PURGES[number % len(PURGES)] if is_found else 0):
            broken, planned, _, _ = bench.play(LEARNED[number % len(LEARNED)], most * share, WINDOW)
        if not is_found and broken:
            is_found = True
            print(f"promises break at {planned:.0f}/s", flush=True)
        elif not is_found:
            most *= 1.4


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", default=str(ROOT / ".build/release"))
    parser.add_argument("--share", type=float, default=0.5, help="of its core that the gateway has")
    parser.add_argument("--hold", type=int, default=30, help="seconds for which a rate must keep the SLA")
    parser.add_argument("--learn", type=int, default=WINDOWS * WINDOW, help="seconds of learning, at most 600")
    asked = parser.parse_args()
    os.sched_setaffinity(0, {OTHER_CORE})
    failures = []
    with tempfile.TemporaryDirectory(prefix="portico-limits-") as folder, contextlib.ExitStack() as stack:
        shop = Shop(folder, asked.programs, loops=1, visits=False)
        file = shop.site / "Content/site.json5"
        file.write_text(mixed(file.read_text(), STEADY)
                        .replace("cores: 2", f"cores: {asked.share}"))
        group = control_group()
        stack.callback(leave, group)
        stack.callback(shop.stop)
        shop.start()
        pin(shop.processes[-1], asked.share, group)
        stack.enter_context(kept_awake(OTHER_CORE))
        bench = Bench(shop, pathlib.Path(folder))
        learn(bench, asked.learn)
        rows = []
        for name, mix, without in [("the declared mix", STEADY, None), ("a mix that was never played", OTHER, None),
                                   (f"without {LOST}", STEADY, LOST)]:
            flows = [f"{flow}:{share}" for flow, share in mix.items()] if mix is not STEADY else None
            (limit, least, most), first = predicted(shop, share=flows, without=without)
            print(f"{name}: predicted {limit:.0f}/s ({least:.0f} to {most:.0f}); first to give: {first}", flush=True)
            if without:
                shop.fault(without, {"break": "reset", "health": True})
            measured, own_fault = bench.limit(mix, limit, asked.hold)
            difference = limit / measured - 1 if measured else float("inf")
            rows.append(f"| {name} | {limit:,.0f} | {measured:,.0f} | {difference:+.1%} |"
                        + (" the generator was the limit |" if own_fault else " |"))
            if abs(difference) > TOLERANCE or own_fault:
                failures.append(name)
        print("\n| | predicted, requests/s | measured | difference | |\n|---|---|---|---|---|")
        print("\n".join(rows))
    sys.exit(f"missed by more than {TOLERANCE:.0%}: {', '.join(failures)}" if failures else 0)


def leave(group):
    """Ends a control group, if there is one, once its process has ended."""
    for _ in range(50):
        if not group.exists():
            return
        with contextlib.suppress(OSError):
            group.rmdir()
        time.sleep(0.1)


if __name__ == "__main__":
    main()
