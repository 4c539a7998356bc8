#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures records over HTTP: `records.py [--rounds 3] [--count 2000] [--seconds 4]`.

Prints the processor time of the gateway for reads and lists of records in SQLite through the site's listener (wrk,
16 connections), the wall and processor time of writes, and beside them what the store and SQLite alone take for the
same (`storeprobe`). A machine that sleeps between requests, as with one connection, needs several times as much for
each."""

import argparse
import concurrent.futures
import http.client
import json
import os
import pathlib
import re
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
# No request is one that was answered before, but for those of the kept record.
READS = {
    "get by id": """string.format("/v1/flowers/%s?fields=name,x%d", ids[number % #ids + 1], number)""",
    "get by id, kept": """"/v1/flowers/" .. ids[1]""",
    "list 20 by an index":
        """string.format("/v1/flowers?filter=price%%20%%3E%%200.%09d&order=price&limit=20&count=none", number)""",
}
SCRIPT = """
local number, ids = FIRST, {}
for id in io.lines("IDS") do ids[#ids + 1] = id end
request = function()
  number = number + 1
  return wrk.format("GET", PATH)
end
"""


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


def read(gateway, folder, ids, path, number, seconds):
    """The microseconds of processor time that a read takes under a load that waits for its answers."""
    names, script = folder / "ids", folder / "read.lua"
    names.write_text("".join(f"{name}\n" for name in ids))
    # Each round has other numbers.
    words = {"FIRST": str((number + 1) * 10**8), "IDS": str(names), "PATH": path}
    script.write_text(re.sub("FIRST|IDS|PATH", lambda word: words[word[0]], SCRIPT))
    used = gateway.processor
    load = subprocess.run(["wrk", "-t1", "-c16", f"-d{seconds}s", "-s", script, f"http://127.0.0.1:{PORT}"],
                          capture_output=True, text=True, check=True).stdout
    count = re.search(r"(\d+) requests in", load)
    if count is None or "Non-2xx" in load:
        raise SystemExit(f"{path} is not answered: {load}")
    return (gateway.processor - used) / int(count.group(1)) * 1e6


def measure(gateway, folder, asked, number):
    client, ids, count = Client(), [], asked.count

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

    lines = (RECORD + b"\n") * BULK
    figures = {
        "create one after the other": measured(gateway, count, create),
        f"create, {AT_ONCE} at once": measured(gateway, count, create_at_once),
        f"create {BULK:,} lines of a stream": measured(
            gateway, BULK, lambda: client.ask("POST", "/v1/flowers", lines, "application/x-ndjson")),
    }
    reads = {what: (None, read(gateway, folder, ids, path, number, asked.seconds)) for what, path in READS.items()}
    return figures | reads


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--count", type=int, default=2_000, help="records to create one by one")
    parser.add_argument("--seconds", type=int, default=4, help="of each kind of read")
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
                for what, figures in measure(gateway, folder, asked, number).items():
                    rows.setdefault(what, []).append(figures)
        finally:
            gateway.process.terminate()
            gateway.process.wait()
        print("| through HTTP | wall µs | processor µs |\n|---|---|---|")
        for what, figures in rows.items():
            walls, used = zip(*figures)
            wall = "" if None in walls else f"{statistics.median(walls):.0f}"
            print(f"| {what} | {wall} | {statistics.median(used):.0f} |")
        print("\nThe store and SQLite alone:", flush=True)
        subprocess.run(["taskset", "-c", str(GATEWAY_CORE), asked.programs / "storeprobe", "measure",
                        folder / "alone"], check=True)


if __name__ == "__main__":
    main()
