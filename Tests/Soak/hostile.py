#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Sends 1,500,000 requests of which no two have a path, host, token, method, client or session in common:
`hostile.py [--requests 1500000] [--gateway PROGRAM]`.

It ends with 1 if they made the gateway count by one more label, or grow, or if one got no answer."""

import argparse
import asyncio
import pathlib
import re
import socket
import sys
import tempfile
import time

from soak import HERE
from world import World

BATCH = 500
# After so many the caches, the sketch of the day's traffic and the log's first pages are filled.
FIRST = 500_000
# What the heap may grow by; the smallest object for each request would be twelve times as much.
MOST_GROWTH_KIB = 4_096


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=1_500_000)
    parser.add_argument("--gateway", default=str(HERE.parents[1] / ".build/release/portico"))
    return parser.parse_args()


def request(number, is_last):
    path = (f"/p{number}/{number}?q={number}", f"/fr.x{number}.phone/screens/note",
            f"/en/screens/note?v={number}", f"/en/nothing/{number}")[number // 2 % 4]
    method = "GET" if number % 2 else f"M{number}"
    end = "Connection: close\r\n" if is_last else ""
    return (f"{method} {path} HTTP/1.1\r\nHost: h{number}.example\r\nUser-Agent: u{number}\r\n"
            f"Authorization: Bearer t{number}\r\nAccept: application/x-{number}, */*;q=0.1\r\n"
            f"Accept-Language: x-{number}, fr;q=0.5\r\nCookie: c={number}\r\nX-Request-Id: r{number}\r\n"
            f"X-App: session=\"s{number}\", installation=\"i{number}\", version=\"1.{number}\","
            f" country=X{number}, m{number}=1\r\ntraceparent: 00-{number + 1:032x}-00000000000000a1-01\r\n"
            f"X-{number}: {number}\r\n{end}\r\n")


def send(port, first, end):
    """Sends them, and returns how many answers came."""
    answers = 0
    for start in range(first, end, BATCH):
        last = min(start + BATCH, end) - 1
        with socket.create_connection(("127.0.0.1", port), timeout=60) as peer:
            peer.sendall("".join(request(n, n == last) for n in range(start, last + 1)).encode())
            parts = []
            while part := peer.recv(1 << 20):
                parts.append(part)
        answers += len(re.findall(rb"HTTP/1\.1 [2-5]\d\d ", b"".join(parts)))
    return answers


def series(port):
    with socket.create_connection(("127.0.0.1", port), timeout=60) as peer:
        peer.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        text = b""
        while part := peer.recv(1 << 20):
            text += part
    # What belongs to a moment is no series of these requests.
    return {line.rsplit(b" ", 1)[0] for line in text.splitlines()
            if line.startswith((b"portico_", b"http_")) and b"_history_" not in line}


def own_memory(process):
    text = pathlib.Path(f"/proc/{process}/status").read_text()
    return int(re.search(r"RssAnon:\s+(\d+) kB", text)[1])


async def main():
    asked = options()
    with tempfile.TemporaryDirectory(prefix="portico-hostile-") as folder:
        world = World(folder, asked.gateway)
        try:
            await world.start()
            process = world.gateway.pid
            first = min(FIRST, asked.requests // 2)
            answers = await asyncio.to_thread(send, world.port, 0, first)
            before, memory = series(world.operators), own_memory(process)
            begun = time.monotonic()
            answers += await asyncio.to_thread(send, world.port, first, asked.requests)
            taken = time.monotonic() - begun
            new, grown = series(world.operators) - before, own_memory(process) - memory
        finally:
            await world.stop()
    print(f"hostile requests: {asked.requests}, answers: {answers}, {(asked.requests - first) / taken:.0f}/s")
    print(f"new series: {len(new)}; own memory: {memory} KiB, grown by {grown}")
    for line in sorted(new)[:20]:
        print(f"  {line.decode()}")
    sys.exit(1 if new or grown > MOST_GROWTH_KIB or answers != asked.requests else 0)


if __name__ == "__main__":
    asyncio.run(main())
