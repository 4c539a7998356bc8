#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures event streams of records' changes: `subscribers.py [--streams 10000] [--rounds 10]`.

Prints the time from the sending of a commit to its answer and to the first, the median and the last
stream, and the memory that a stream takes of the gateway (PSS, without the kernel's buffers).
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import tempfile
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
PORT, OPERATORS = 18480, 18481
# A stream is a connection of the client; the records are in the same process.
DESCRIPTORS = 1


def pss_kib(process):
    with open(f"/proc/{process}/smaps_rollup") as text:
        return next(int(line.split()[1]) for line in text if line.startswith("Pss:"))


def cpu_seconds(process):
    with open(f"/proc/{process}/stat") as text:
        fields = text.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def request(method, path, body):
    asked = urllib.request.Request(f"http://127.0.0.1:{PORT}{path}", json.dumps(body).encode(),
                                   {"content-type": "application/json"}, method=method)
    urllib.request.urlopen(asked).read()


def write_site(folder):
    os.makedirs(f"{folder}/site/Content")
    with open(f"{folder}/site/Content/site.json5", "w") as file:
        file.write('{ languages: { published: ["en"], source: "en", default: "en" }, roots: "*",'
                   ' resources: { at: "/v1", open: "administer" } }')
    with open(f"{folder}/site/Content/config.json5", "w") as file:
        file.write('{ datatype: "config", body: { of: "streams" } }')


def await_answer():
    for _ in range(200):
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{PORT}/v1/_schema").read()
            return
        except OSError:
            time.sleep(0.05)
    raise SystemExit("the gateway does not answer")


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--streams", type=int, default=10_000)
    words.add_argument("--rounds", type=int, default=10)
    words.add_argument("--program", default=f"{HERE}/../../.build/release/portico")
    words = words.parse_args()
    needed = DESCRIPTORS * words.streams + 1_000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < needed:
        # Only root raises the hard limit; anybody else is told.
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, max(needed, hard)))
    with tempfile.TemporaryDirectory(prefix="portico-subscribers-") as folder:
        write_site(folder)
        client = f"{folder}/subscribers"
        subprocess.run(["gcc", "-O2", "-o", client, f"{HERE}/subscribers.c"], check=True)
        log = open(f"{folder}/log", "w+")
        server = subprocess.Popen(
            [words.program, "serve", "--site", f"{folder}/site", "--state", f"{folder}/state",
             "--listen", f"127.0.0.1:{PORT}", "--admin", f"127.0.0.1:{OPERATORS}"],
            stdout=log, stderr=log)
        try:
            await_answer()
            request("PUT", "/v1/_schema/notes",
                    {"prefix": "note", "attributes": {"text": {"type": "text"}}})
            request("POST", "/v1/notes", {"text": "first"})
            measure(words, client, server)
        except SystemExit:
            log.seek(0)
            print(log.read()[-2_000:])
            raise
        finally:
            server.terminate()
            server.wait()


def measure(words, client, server):
    def begin(streams, rounds):
        streams = subprocess.Popen([client, str(PORT), str(streams), str(rounds), '{"text":"more"}'],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if streams.stdout.readline() != "open\n":
            raise SystemExit("the streams did not begin")
        return streams

    def finish(streams):
        lines = streams.communicate("go\n")[0].split("\n")
        if streams.returncode != 0:
            raise SystemExit("the streams were not all reached")
        return [[float(word) for word in line.split()] for line in lines if line]

    # What the first streams make the gateway allocate once is not theirs.
    finish(begin(64, 1))
    time.sleep(2)
    before = pss_kib(server.pid)
    streams = begin(words.streams, words.rounds)
    time.sleep(2)
    each = (pss_kib(server.pid) - before) / words.streams
    spent = cpu_seconds(server.pid)
    rows = finish(streams)
    spent = (cpu_seconds(server.pid) - spent) / words.rounds / words.streams
    answered, first, median, last = (statistics.median(column) for column in zip(*rows))
    print(f"{words.streams:,} streams: {each:.2f} KiB each; {spent * 1e6:.1f} us of CPU each for a commit")
    print(f"a commit is answered after {answered:.1f} ms; it reaches the first stream after {first:.1f} ms,"
          f" half of them after {median:.1f} ms, the last after {last:.1f} ms")


if __name__ == "__main__":
    main()
