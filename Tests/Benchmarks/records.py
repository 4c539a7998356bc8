#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures records over HTTP: `records.py [--rounds 3] [--count 2000]`.

Prints the wall and processor time of the gateway for a read, a list and a write of records in SQLite, through the
site's listener, and beside them what the store and SQLite alone take for the same (`storeprobe`)."""

import argparse
import concurrent.futures
import http.client
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PORT, OPERATORS = 18490, 18491
GATEWAY_CORE, OTHER_CORE = 0, 1
TYPE = {"prefix": "f", "attributes": {
    "name": {"type": "text", "required": True, "indexed": True, "searched": True},
    "code": {"type": "text", "unique": True}, "price": {"type": "number", "indexed": True},
    "seen": {"type": "instant", "indexed": True}, "stock": {"type": "integer"}}}
RECORD = json.dumps({"name": "Rose", "price": 4.5, "stock": 3}).encode()
BULK, AT_ONCE = 10_000, 100


class Gateway:
    def __init__(self, folder, program):
        content = folder / "site/Content"
        content.mkdir(parents=True)
        (content / "site.json5").write_text(
            '{ languages: { published: ["en"], source: "en", default: "en" }, roots: "*",'
            ' resources: { at: "/v1", open: "administer" } }')
        (content / "config.json5").write_text('{ datatype: "config", body: { of: "records" } }')
        self.process = subprocess.Popen(
            ["taskset", "-c", str(GATEWAY_CORE), program, "serve", "--site", folder / "site", "--state",
             folder / "state", "--loops", "1", "--listen", f"127.0.0.1:{PORT}", "--admin", f"127.0.0.1:{OPERATORS}"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(200):
            try:
                Client().ask("GET", "/v1/_schema")
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("the gateway does not answer")

    @property
    def processor(self):
        """Its processor time in seconds."""
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Client:
    """One connection on which requests follow one another."""

    def __init__(self):
        self.connection = http.client.HTTPConnection("127.0.0.1", PORT, timeout=60)

    def ask(self, method, path, body=None, kind="application/json"):
        self.connection.request(method, path, body, {"content-type": kind} if body else {})
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {content[:300]}")
        return content


def measured(gateway, count, work):
    """The microseconds of wall and processor time that each of some units of work takes."""
    used, begun = gateway.processor, time.monotonic()
    work()
    return (time.monotonic() - begun) / count * 1e6, (gateway.processor - used) / count * 1e6


def measure(gateway, count, number):
    client, ids = Client(), []

    def create():
        for _ in range(count):
            ids.append(json.loads(client.ask("POST", "/v1/flowers", RECORD))["uuid"])

    def create_at_once():
        def some(_):
            own = Client()
            for _ in range(count // AT_ONCE):
                own.ask("POST", "/v1/flowers", RECORD)

        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(some, range(AT_ONCE)))

    def get():
        for record in ids:
            client.ask("GET", f"/v1/flowers/{record}")

    def lists():
        for place in range(count):
            # Each is another one, so that none is kept.
            client.ask("GET", f"/v1/flowers?filter=price%20%3E%20{number}.{place:05}&order=price&limit=20&count=none")

    lines = (RECORD + b"\n") * BULK
    return {
        "create one after the other": measured(gateway, count, create),
        f"create, {AT_ONCE} at once": measured(gateway, count, create_at_once),
        f"create {BULK:,} lines of a stream": measured(
            gateway, BULK, lambda: client.ask("POST", "/v1/flowers", lines, "application/x-ndjson")),
        "get by id, for the first time": measured(gateway, count, get),
        "get by id, kept": measured(gateway, count, get),
        "list 20 by an index": measured(gateway, count, lists),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--programs", type=pathlib.Path, default=ROOT / ".build/release")
    asked = parser.parse_args()
    os.sched_setaffinity(0, {OTHER_CORE})
    rows = {}
    with tempfile.TemporaryDirectory(prefix="portico-records-") as name:
        folder = pathlib.Path(name)
        gateway = Gateway(folder, asked.programs / "portico")
        try:
            Client().ask("PUT", "/v1/_schema/flowers", json.dumps(TYPE).encode())
            for number in range(asked.rounds):
                for what, figures in measure(gateway, asked.count, number).items():
                    rows.setdefault(what, []).append(figures)
        finally:
            gateway.process.terminate()
            gateway.process.wait()
        print("| through HTTP | wall µs | processor µs |\n|---|---|---|")
        for what, figures in rows.items():
            wall, used = (statistics.median(column) for column in zip(*figures))
            print(f"| {what} | {wall:.0f} | {used:.0f} |")
        print("\nThe store and SQLite alone:", flush=True)
        subprocess.run(["taskset", "-c", str(GATEWAY_CORE), asked.programs / "storeprobe", "measure",
                        folder / "alone"], check=True)


if __name__ == "__main__":
    main()
