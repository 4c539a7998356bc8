#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many allocations and retains the gateway makes a request. The numbers in ROWS may only fall: who
makes more fails, who makes fewer writes the new number. Retains are counted where a probe can be set."""

import mmap
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile

import peers
import probe
from servers import HERE

# What is asked for, with a number in place of {n}; how often; allocations and retains at most. What the
# housekeeping of the whole time allocates stays below the share of one by which a number may be missed, on a
# machine that is busy otherwise, too.
ROWS = {
    "kept": ("/en/document", "", 20_000, 0, 72),
    "kept, 304": ("/en/document", "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT\r\n", 20_000, 0,
                  73),
    "composed": ("/en/composed/{n}", "", 2_000, 85, 1_250),
}
# Requests a second of the two load tests whose allocations are compared.
BENCH_RATES = (200, 2_000)
SLACK = 0.15
WARM_UP = 200
# Requests whose retains are counted: the probe costs a microsecond each.
RETAINED = 200


class Client:
    """One connection on which requests follow one another."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.file = self.socket.makefile("rb")

    def ask(self, path, fields):
        self.socket.sendall(f"GET {path} HTTP/1.1\r\nHost: a\r\n{fields}\r\n".encode())
        status = int(self.file.readline().split()[1])
        length = 0
        while (line := self.file.readline()) != b"\r\n":
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if status != 304:
            self.file.read(length)
        if status not in (200, 304):
            raise SystemExit(f"{path}: {status}")


def ask(client, path, fields, first, count):
    for number in range(first, first + count):
        client.ask(path.format(n=number), fields)


def allocations(client, count, path, fields, requests, first):
    ask(client, path, fields, first, WARM_UP)
    before = struct.unpack("Q", count[:8])[0]
    ask(client, path, fields, first + WARM_UP, requests)
    return (struct.unpack("Q", count[:8])[0] - before) / requests


def retains(client, count, path, fields, first):
    if count is None:
        return None
    before = count()
    ask(client, path, fields, first, RETAINED)
    return (count() - before) / RETAINED


def of_bench(program, library, counter, count, port):
    """What `portico bench` allocates for a request more: two tests as long, with other rates."""
    made = []
    for rate in BENCH_RATES:
        before = struct.unpack("Q", count[:8])[0]
        subprocess.run(
            ["env", f"LD_PRELOAD={library}", f"ALLOCATIONS={counter}", program, "bench",
             f"http://127.0.0.1:{port}/en/document", "--rate", f"{rate}", "--duration", "2s",
             "--connections", "8", "--availability", "50"],
            check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        made.append(struct.unpack("Q", count[:8])[0] - before)
    return (made[1] - made[0]) / (2 * (BENCH_RATES[1] - BENCH_RATES[0]))


def judged(name, what, found, limit):
    """Whether a number is higher than it may be."""
    if found > limit + max(SLACK, limit / 100):
        print(f"{name}: more {what} than at most {limit}", file=sys.stderr)
        return True
    if found < limit - max(1, limit / 100):
        print(f"{name}: its {what} in ROWS are lowered to {found:.0f}")
    return False


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        library, counter = folder / "allocations.so", folder / "count"
        subprocess.run(["clang", "-O2", "-fno-builtin", "-shared", "-fPIC", "-o", library,
                        HERE / "allocations.c"], check=True)
        subprocess.run(["clang", "-O2", "-o", folder / "answers-server", HERE / "answers.c"],
                       check=True)
        counter.write_bytes(bytes(mmap.PAGESIZE))
        peers.site(folder)
        peers.write_answers(folder)
        gateway = peers.gateway(folder)
        program = gateway.command[0]
        # Whoever watches is served by a thread of its own, which takes a snapshot each second.
        watched = gateway.command.index("--admin")
        del gateway.command[watched:watched + 2], gateway.ports["admin"]
        gateway.command = ["env", f"LD_PRELOAD={library}", f"ALLOCATIONS={counter}"] + gateway.command
        failed = False
        with (peers.services(folder), gateway, open(counter, "r+b") as file,
              probe.counted(program, "swift_retain") as counts):
            count = mmap.mmap(file.fileno(), mmap.PAGESIZE)
            client = Client(gateway.ports["http"])
            print("| answer | allocations a request | at most | retains | at most |")
            print("|---|---|---|---|---|")
            for number, (name, row) in enumerate(ROWS.items()):
                path, fields, requests, limit, most = row
                first = number * 1_000_000
                made = allocations(client, count, path, fields, requests, first)
                held = retains(client, counts, path, fields, first + 500_000)
                print(f"| {name} | {made:.2f} | {limit} "
                      f"| {'not counted' if held is None else f'{held:.0f}'} | {most} |")
                failed |= judged(name, "allocations", made, limit)
                if held is not None:
                    failed |= judged(name, "retains", held, most)
            # The gateway's own number for a kept answer is 0, so what is counted is the load test's.
            made = of_bench(program, library, counter, count, gateway.ports["http"])
            print(f"| portico bench | {made:.2f} | 0 | not counted | |")
            failed |= judged("portico bench", "allocations", made, 0)
        return failed


if __name__ == "__main__":
    sys.exit(main())
