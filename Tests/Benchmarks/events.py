#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures what events of a kept answer cost: `events.py [--rounds 3] [--seconds 4] [--full]`.

One loop has one core with all threads of its process; the load and the collector have the other. With
`--full` the process may use both, and two requests come at once on each of four connections, so that
one loop answers as many as it can. `PORTICO` names another program than that of the release build.
"""

import argparse
import contextlib
import os
import pathlib
import statistics
import subprocess
import tempfile
import time
import urllib.request

from loads import LOAD_CORE, wrk

HERE = pathlib.Path(__file__).parent
PROGRAM = os.environ.get("PORTICO", HERE.parent.parent / ".build" / "release" / "portico")
PORT, ADMIN, COLLECTOR = 18721, 18722, 18723
FILES = {
    "site.json5": '{languages: {published: ["en"], source: "en", default: "en"}, roots: ["*"]}',
    "config.json5": '{datatype: "config", body: {document: {$ref: "document"}}}',
    "document.json5": '{datatype: "list", body: {text: "%s"}}' % ("x" * 2000),
}


def times(process):
    """Nanoseconds of processor time by the names of the process's threads."""
    found = {}
    for thread in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
        name = (thread / "comm").read_text().strip()
        found[name] = found.get(name, 0) + int((thread / "schedstat").read_text().split()[0])
    return found


def lost_and_sent():
    """The events that were lost and sent so far."""
    text = urllib.request.urlopen(f"http://127.0.0.1:{ADMIN}/metrics").read().decode()
    return [sum(float(line.split()[1]) for line in text.splitlines() if line.startswith(name))
            for name in ("portico_events_lost_total", "portico_events_sent_total")]


@contextlib.contextmanager
def running(words, core):
    process = subprocess.Popen(["taskset", "-c", core, *map(str, words)],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def await_answer(url):
    for _ in range(100):
        with contextlib.suppress(OSError):
            return urllib.request.urlopen(url).read()
        time.sleep(0.1)
    raise SystemExit(f"{url} is not answered")


def load(url, seconds, full):
    if full:
        return wrk(url, seconds, script=(str(HERE / "pipelined.lua"), "2"), connections=4)
    return wrk(url, seconds)


def measure(site, options, seconds, full):
    """Microseconds an answer by thread, answers a second, and the share of events that were lost."""
    words = [PROGRAM, "serve", "--site", site, "--loops", "1", "--listen", f"127.0.0.1:{PORT}",
             "--admin", f"127.0.0.1:{ADMIN}", *options]
    url = f"http://127.0.0.1:{PORT}/en/document"
    with running(words, f"0,{LOAD_CORE}" if full else "0") as process:
        await_answer(url)
        load(url, 1, full)
        before = times(process)
        done = load(url, seconds, full)
        after = times(process)
        lost, sent = lost_and_sent()
    threads = {name: (after[name] - before.get(name, 0)) / 1000 / done.requests for name in after}
    return threads, done.requests / done.seconds, lost / max(1, lost + sent)


def main():
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--rounds", type=int, default=3)
    arguments.add_argument("--seconds", type=int, default=4)
    arguments.add_argument("--full", action="store_true")
    given = arguments.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder)
        (site / "Content").mkdir()
        for name, text in FILES.items():
            (site / "Content" / name).write_text(text)
        subprocess.run(["cc", "-O2", "-pthread", "-o", site / "collector", HERE / "collector.c"],
                       check=True)
        ways = {"without": [], "--events": ["--events", site / "events"],
                "--otlp": ["--otlp", f"http://127.0.0.1:{COLLECTOR}"],
                # As a busy site has them: all events in a file, and one success of a hundred sent.
                "both, 1%": ["--events", site / "events", "--otlp", f"http://127.0.0.1:{COLLECTOR}",
                             "--send-share", "1"]}
        found = {way: [] for way in ways}
        with running([site / "collector", COLLECTOR], LOAD_CORE):
            for _ in range(given.rounds):
                for way, options in ways.items():
                    found[way].append(measure(site, options, given.seconds, given.full))
                    (site / "events").unlink(missing_ok=True)
    whole = {way: statistics.median(sum(threads.values()) for threads, _, _ in rounds)
             for way, rounds in found.items()}
    for way, rounds in found.items():
        threads = {name: statistics.median(threads.get(name, 0) for threads, _, _ in rounds)
                   for name in rounds[0][0]}
        shown = ", ".join(f"{name} {time:.2f}" for name, time in threads.items() if time > 0.05)
        rate = statistics.median(rate for _, rate, _ in rounds)
        lost = statistics.median(lost for _, _, lost in rounds)
        print(f"{way:9} {whole[way]:6.2f} µs an answer, {whole[way] / whole['without']:.2f};"
              f" {shown}; {rate:,.0f} answers/s, {lost:.1%} of the events lost")


if __name__ == "__main__":
    main()
