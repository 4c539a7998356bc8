#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How many allocations the gateway makes a request. The numbers in ROWS may only fall: who makes more
fails, who makes fewer writes the new number."""

import mmap
import pathlib
import socket
import struct
import subprocess
import sys
import tempfile

import peers
from servers import HERE

# What is asked for, with a number in place of {n}; how often; allocations a request at most. What the
# housekeeping of the whole time allocates stays below the share of one by which a number may be missed.
ROWS = {
    "kept": ("/en/document", "", 20_000, 0),
    "kept, 304": ("/en/document", "If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT\r\n", 20_000, 0),
    "composed": ("/en/composed/{n}", "", 2_000, 111),
}
SLACK = 0.05
WARM_UP = 200


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


def measured(client, count, path, fields, requests, first):
    def ask(numbers):
        for number in numbers:
            client.ask(path.format(n=number), fields)
    ask(range(first, first + WARM_UP))
    before = struct.unpack("Q", count[:8])[0]
    ask(range(first + WARM_UP, first + WARM_UP + requests))
    return (struct.unpack("Q", count[:8])[0] - before) / requests


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
        gateway.command = ["env", f"LD_PRELOAD={library}", f"ALLOCATIONS={counter}"] + gateway.command
        failed = False
        with peers.services(folder), gateway, open(counter, "r+b") as file:
            count = mmap.mmap(file.fileno(), mmap.PAGESIZE)
            client = Client(gateway.ports["http"])
            print("| answer | allocations a request | at most |\n|---|---|---|")
            for number, (name, (path, fields, requests, limit)) in enumerate(ROWS.items()):
                found = measured(client, count, path, fields, requests, number * 1_000_000)
                print(f"| {name} | {found:.2f} | {limit} |")
                if found > limit + max(SLACK, limit / 100):
                    print(f"{name}: more allocations than at most {limit}", file=sys.stderr)
                    failed = True
                elif found < limit - 1:
                    print(f"{name}: its number in ROWS is lowered to {found:.0f}")
        return failed


if __name__ == "__main__":
    sys.exit(main())
