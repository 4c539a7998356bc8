#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tries a fleet on this machine and prints what was measured beside what is wanted:
`trial.py [--seconds 60] [--programs .build/release] [TRIAL ...]`.

It ends with 1 if a rule was violated, such as an answer that failed; a speed that was missed is only said."""

import argparse
import json
import pathlib
import random
import signal
import statistics
import sys
import tempfile
import threading
import time

from chaos import chaos
from failover import failover
from fleet import ROOT, Failure, Fleet, end_with_finally
from idle import idle
from limits import limits
from load import ITEMS, Client, Load
from network import enter_network
from records import records
from trialsite import Service, TrialSite
from upgrade import upgrade
from shop import wait_for


class Trial:
    """What a trial measured and what it found."""

    def __init__(self, name, asked, folder):
        self.name, self.asked, self.folder, self.violations = name, asked, pathlib.Path(folder), []
        self.random = random.Random(asked.seed)

    def say(self, text):
        print(f"{self.name}: {text}", flush=True)

    def figure(self, what, text, goal):
        self.say(f"{what}: {text} (wanted: {goal})")

    def times(self, what, seconds, goal):
        ordered = sorted(seconds)
        p50, p99 = statistics.median(ordered), ordered[min(len(ordered) - 1, len(ordered) * 99 // 100)]
        self.figure(f"{what}, {len(ordered)} times", f"p50 {p50 * 1e3:.1f} ms, p99 {p99 * 1e3:.1f} ms, "
                    f"at most {ordered[-1] * 1e3:.1f} ms", goal)

    def rule(self, what, wrong):
        """A rule with what violates it."""
        self.say(f"{what}: {len(wrong)}")
        for text in wrong[:5]:
            self.say(f"  {text}")
        if wrong:
            self.violations.append(f"{self.name}: {len(wrong)} {what}")

    def fleet(self, count, site, **more):
        return Fleet(self.folder, self.asked.programs, [f"node-{number + 1}" for number in range(count)], site.template,
                     site.fill, **more)


def publication(trial):
    """The first changed answer at each of five nodes against the instant of the publication."""
    with Service() as service:
        site = TrialSite(service)
        fleet = trial.fleet(5, site, edge=False)
        try:
            fleet.start()
            late, never = [], []
            for revision in range(1, trial.asked.rounds + 1):
                first, threads = {}, []
                for node in fleet.nodes:
                    threads.append(threading.Thread(target=first_changed, args=(node, revision, first)))
                    threads[-1].start()
                site.revise(trial.random.choice(fleet.nodes), revision)
                for thread in threads:
                    thread.join()
                ((instant,),) = fleet.database.ask(
                    "SELECT entry::json->>'activation' FROM portico_fleet_trial.fleet_log WHERE kind = 'publication'"
                    " ORDER BY number DESC LIMIT 1", "fleet")
                late += [at - int(instant) / 1e6 for at in first.values()]
                never += [f"revision {revision} at {node.name}" for node in fleet.nodes if node.name not in first]
            trial.times("from the instant to the first changed answer of each node", late, "p99 at most 50 ms")
            trial.rule("publications that a node did not serve", never)
        finally:
            fleet.stop()


def first_changed(node, revision, first):
    client, end = Client(node.place.front, node.visitors), time.monotonic() + 20
    while time.monotonic() < end:
        if f'"revision":{revision},'.encode() in client.get("/screens/note")[2]:
            first[node.name] = time.time()
            break
        time.sleep(0.004)
    client.close()


def purge(trial):
    """The time of an acknowledgement by five nodes and the store."""
    with Service() as service:
        fleet = trial.fleet(5, TrialSite(service), edge=False)
        try:
            fleet.start()
            times, incomplete = [], 0
            for number in range(trial.asked.rounds * 10):
                node = fleet.nodes[number % 5]
                begun = time.monotonic()
                status, said = node.order("POST", "/purge", {"tag": f"item-{number % ITEMS}", "hard": True})
                times.append(time.monotonic() - begun)
                if status not in (200, 202):
                    raise Failure(f"POST /purge: {status} {said}")
                incomplete += said["fleet"] != "kept by the store and by 5 nodes"
            trial.times("from an order to its acknowledgement", times, "p50 at most 6 ms, p99 30 ms, all 300 ms")
            trial.figure("acknowledged before all had it", str(incomplete), "0 on a quiet machine")
            fleet.settle()
            ((kept,),) = fleet.database.ask(
                "SELECT count(*) FROM portico_fleet_trial.fleet_log WHERE kind = 'purge'", "fleet")
            trial.rule("purges that the store does not have", ["purge"] * (len(times) - int(kept)))
        finally:
            fleet.stop()


def store_away(trial):
    """Answers and purges while PostgreSQL is away."""
    with Service() as service:
        fleet = trial.fleet(3, TrialSite(service))
        load, pushes, items = Load(), [], []
        try:
            fleet.start()
            for port in (fleet.edge_port, fleet.balancer_port):
                load.visit(f"port {port}", "127.0.0.1", port)
            fleet.database.stop(signal.SIGQUIT)
            end, unheard = time.monotonic() + trial.asked.seconds, []
            while time.monotonic() < end:
                items.append(len(items) % ITEMS)
                pushes += pushed(fleet, service, items[-1], unheard)
                time.sleep(1)
            fleet.database.start()
            fleet.settle(120)
            load.end()
            rows = fleet.database.ask(
                "SELECT entry::json->>'order' FROM portico_fleet_trial.fleet_log WHERE kind = 'purge' ORDER BY number",
                "fleet")
            recorded = [int(json.loads(order)["tag"].removeprefix("item-")) for (order,) in rows]
            trial.times("from an order to the first new answer of each other node", pushes, "at most 10 ms")
            trial.rule("failed answers", load.failed)
            trial.rule("purges that a node did not make within 10 s", unheard)
            trial.rule("purges that were not recorded in their order afterwards",
                       [] if recorded == items else [f"ordered {items}, recorded {recorded}"])
            trial.say(f"{load.count} answers")
        finally:
            load.ended.set()
            fleet.stop()


def pushed(fleet, service, item, unheard):
    """The seconds from an order at the first node to new answers of the others, which have kept old ones."""
    others = [Client(node.place.front, node.visitors) for node in fleet.nodes[1:]]
    for client in others:
        client.get(f"/items/{item}")
    version, first, begun = service.advance(), {}, time.time()

    def look(number):
        while time.time() < begun + 10:
            asked = time.time()
            if f'"version":{version},'.encode() in others[number].get(f"/items/{item}")[2]:
                first[number] = asked - begun
                return
            time.sleep(0.001)
        unheard.append(f"item {item} at {fleet.nodes[number + 1].name}")
    threads = [threading.Thread(target=look, args=(number,)) for number in range(len(others))]
    for thread in threads:
        thread.start()
    fleet.nodes[0].order("POST", "/purge", {"tag": f"item-{item}", "hard": True})
    for thread in threads:
        thread.join()
    return list(first.values())


TRIALS = {"publication": publication, "purge": purge, "idle": idle, "limits": limits, "records": records,
          "store-away": store_away, "upgrade": upgrade, "failover": failover, "chaos": chaos}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("trials", nargs="*", metavar="TRIAL", help=f"some of {', '.join(TRIALS)}; all by default")
    parser.add_argument("--seconds", type=int, default=60, help="of trials with failures")
    parser.add_argument("--rounds", type=int, default=30, help="publications; ten times as many purges")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="of what is done, not of when")
    parser.add_argument("--programs", default=str(ROOT / ".build/release"))
    parser.add_argument("--other", type=pathlib.Path, metavar="BINARY",
                        help="the program `portico` of the release before, from which `upgrade` begins")
    parser.add_argument("--list", action="store_true", help="list the trials")
    asked = parser.parse_args()
    for name in asked.trials:
        if name not in TRIALS:
            parser.error(f"{name} is no trial; expected some of {', '.join(TRIALS)}")
    if asked.list:
        for name, trial in TRIALS.items():
            print(f"{name:12} {trial.__doc__}")
        return
    signal.signal(signal.SIGTERM, end_with_finally)
    if not asked.trials or "chaos" in asked.trials:
        enter_network()
    print(f"seed {asked.seed}, programs {asked.programs}", flush=True)
    violations = []
    for name in asked.trials or TRIALS:
        with tempfile.TemporaryDirectory(prefix="portico-trial-") as folder:
            trial = Trial(name, asked, folder)
            try:
                TRIALS[name](trial)
            except (Failure, RuntimeError) as failure:
                trial.rule("trials that ended before their end", [str(failure)])
            violations += trial.violations
    print("\n".join(["", "violated:", *violations]) if violations else "\nno rule was violated")
    sys.exit(1 if violations else 0)


if __name__ == "__main__":
    main()
