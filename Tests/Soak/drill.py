#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Rehearses an incident on the sample shop, and asks the operators' listener what it says of it:
`drill.py [--seconds 600] [--programs .build/release]`.

Under a steady load a service slows, fails and comes back; an edition is published and rolled back; everything is
purged again and again. The verdict of the console, the alerts, the history and the annotations must say so, each in
its time, and the gateway's memory must stay flat. It ends with 1 otherwise."""

import argparse
import random
import statistics
import sys
import tempfile
import threading
import time
import urllib.parse

from shop import ROOT, Shop, wait_for

ROUTE = "POST /orders"
SLOW = {"delay": "1500ms"}
GONE = {"break": "reset", "health": True}
# An alert needs a minute of failures, and the promise is judged over the last minute: no step may be shorter.
LEAST_SECONDS = 600
# Seconds of a point of the history.
STEP = 10
# Growth between the middle of the drill and its end that is not taken for a leak.
MEMORY_KIB, MEMORY_SHARE = 16_384, 1.10


class Drill:
    def __init__(self, shop, seconds):
        self.shop, self.seconds = shop, seconds
        self.memory, self.failures, self.times = [], [], {}
        self.begin = time.monotonic()

    @property
    def now(self):
        return time.monotonic() - self.begin

    def say(self, text):
        print(f"{self.now:5.0f} s  {text}", flush=True)

    def step(self, name, share):
        """Waits for the time of a step, which is a share of the drill."""
        time.sleep(max(0, self.seconds * share - self.now))
        self.times[name] = time.time()
        self.say(name)

    def expect(self, source, read, words, seconds):
        """What `read` returns has some words within so many seconds."""
        begin, said = time.monotonic(), ""
        while time.monotonic() - begin < seconds:
            said = read()
            if all(word in said for word in words):
                taken = time.monotonic() - begin
                return self.say(f"  after {taken:.1f} s the {source} says: {excerpt(said, words[0])}")
            time.sleep(0.25)
        self.failures.append(f"after {seconds} s the {source} does not say {words}: {said[:600]}")
        self.say(f"  NOT TOLD: {self.failures[-1]}")

    def verdict(self, *words, within):
        self.expect("verdict", self.shop.verdict, words, within)

    def annotation(self, *words, within=10):
        self.expect("history", lambda: "\n".join(self.notes(words[0])[-1:]), words, within)

    def alert(self, *words, within):
        self.expect("list of alerts", lambda: "\n".join(
            f"{row['state']} {row['alert']}: {row['text']}" for row in self.shop.report("/alerts")["alerts"]
            if row["alert"].startswith(f"burn/flower-shop/{ROUTE}/")), words, within)

    def notes(self, kind):
        begin = int(self.times["steady load"])
        notes = self.shop.report(f"/annotations?from={begin}")["annotations"]
        return [f"{note['kind']} {note['text']}" for note in notes if note["kind"] == kind]

    def watch(self):
        while not self.shop.ended.is_set():
            self.memory.append(self.shop.memory)
            time.sleep(1)

    def run(self):
        threading.Thread(target=self.watch, daemon=True).start()
        self.step("steady load", 0)
        self.verdict("In SLA", "Headroom", within=60)
        self.step("orders answer slowly", 0.5)
        self.shop.fault("orders", SLOW)
        self.verdict(f"{ROUTE} is out of SLA", within=30)
        self.step("orders fail", 0.58)
        self.shop.fault("orders", GONE)
        self.verdict("✕ backend orders", within=3)
        self.alert("firing", f"burn/flower-shop/{ROUTE}/availability", within=70)
        self.verdict("alert", "fire", within=10)
        self.annotation("alert", f"{ROUTE}/availability fires", within=15)
        self.step("orders are well again", 0.72)
        self.shop.fault("orders", None)
        self.verdict("In SLA", within=90)
        self.step("an edition is published", 0.87)
        first = self.shop.edition()
        self.shop.publish()
        wait_for(lambda: self.shop.edition() != first, "another edition")
        self.annotation("publication", f"edition {self.shop.edition()}")
        self.verdict("Last change: publication", within=10)
        self.step("it is rolled back", 0.89)
        self.shop.roll_back(first)
        self.annotation("rollback", f"edition {first}")
        self.verdict("Last change: rollback", within=10)
        self.step("a storm of purges", 0.9)
        while self.now < self.seconds * 0.93:
            self.shop.purge({"tag": "items", "hard": random.random() < 0.5})
            time.sleep(0.1)
        self.annotation("purge", "items")
        self.verdict("Last change: purge", within=10)
        self.step("calm", 0.94)
        self.verdict("In SLA", within=30)
        time.sleep(max(0, self.seconds - self.now))
        self.times["end"] = time.time()

    def judge(self):
        """What annotations, history, promises and memory say afterwards."""
        begin = int(self.times["steady load"])
        notes = self.shop.report(f"/annotations?from={begin}")["annotations"]
        kinds = [note["kind"] for note in notes if note["kind"] != "alert" or f"{ROUTE}/" in note["text"]]
        order = [kind for number, kind in enumerate(kinds) if number == 0 or kind != kinds[number - 1]]
        self.say(f"annotations in their order: {', '.join(order)}")
        wanted = ["alert", "publication", "rollback", "purge"]
        if [kind for kind in order if kind in wanted][:4] != wanted:
            self.failures.append(f"the annotations are {order}; expected {wanted} in this order")
        for name, end, is_slow, is_failing in [
                ("steady load", "orders answer slowly", False, False),
                ("orders answer slowly", "orders fail", True, False),
                ("orders fail", "orders are well again", None, True),
                ("calm", "end", False, False)]:
            self.judge_history(name, end, is_slow, is_failing)
        breaches = self.shop.report("/slo")["breaches"]
        of_route = [row for row in breaches if row["route"] == ROUTE and row["promise"] == "availability"]
        for row in of_route:
            self.say(f"promises: {ROUTE} was broken from {row['from']} on, {row['bad']} of {row['judged']} failed")
        if not of_route:
            self.failures.append(f"GET /slo has no breach of the availability of {ROUTE}: {breaches}")
        third = len(self.memory) // 3
        before, after = (statistics.median(part) for part in (self.memory[third:2 * third], self.memory[2 * third:]))
        self.say(f"memory: {before:.0f} KiB in the middle, {after:.0f} KiB at the end")
        if after > before * MEMORY_SHARE and after > before + MEMORY_KIB:
            self.failures.append(f"memory grew from {before:.0f} to {after:.0f} KiB")

    def judge_history(self, name, end, is_slow, is_failing):
        """The history shows a step as it was. Its first and last seconds are left out: there answers of before end, and
        points have requests of both."""
        begin, end = int(self.times[name]) // STEP * STEP + 2 * STEP, int(self.times[end]) // STEP * STEP
        method, path = ROUTE.split(" ")
        selector = f'http_server_request_duration_seconds{{http_request_method={method},http_route="{path}"}}'
        query = urllib.parse.urlencode({
            "series": selector, "by": "error_type", "from": begin, "to": end, "step": f"{STEP}s", "quantile": "0.95",
            "format": "json"})
        slowest, failed = 0, 0
        for series in self.shop.report(f"/history?{query}")["series"]:
            rate, quantile = (series["columns"].index(column) for column in ("rate", "p95"))
            if series["labels"].get("error_type"):
                failed += sum(point[rate] or 0 for point in series["points"])
            else:
                slowest = max([slowest, *(point[quantile] or 0 for point in series["points"])])
        self.say(f"history of \"{name}\": 95 of 100 took at most {slowest:.2f} s, "
                 + ("none failed" if not failed else "some failed"))
        if is_slow is not None and (slowest > 1) != is_slow:
            self.failures.append(f"the history of \"{name}\" has a slowest answer of {slowest:.2f} s")
        if (failed > 0) != is_failing:
            self.failures.append(f"the history of \"{name}\" has {'failures' if failed else 'no failure'}")


def excerpt(text, word):
    """The part of a text from a word on."""
    place = max(0, text.find(word))
    return text[place:place + 150]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=LEAST_SECONDS)
    parser.add_argument("--programs", default=str(ROOT / ".build/release"))
    asked = parser.parse_args()
    if asked.seconds < LEAST_SECONDS:
        parser.error(f"--seconds is {asked.seconds}, expected at least {LEAST_SECONDS}: an alert needs a minute of "
                     "failures")
    with tempfile.TemporaryDirectory(prefix="portico-drill-") as folder:
        shop = Shop(folder, asked.programs)
        try:
            shop.start()
            drill = Drill(shop, asked.seconds)
            drill.run()
            drill.judge()
        finally:
            shop.stop()
    for failure in drill.failures:
        print("FAILED:", failure)
    print("the drill failed" if drill.failures else "the drill passed: each step was told, in its order")
    sys.exit(1 if drill.failures else 0)


if __name__ == "__main__":
    main()
