#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Kills the gateway under load again and again, and stops everybody who reads what it measures and records:
`readers.py [--kills 5] [--rounds 10] [--gateway PROGRAM]`.

It ends with 1 if a counter went back, if the log lacks a request that was answered, or if requests take longer
while readers stand still than where there are none. Readers that read are no measure: their work keeps the cores
awake, and a core that sleeps costs a request up to as much again."""

import argparse
import asyncio
import pathlib
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from soak import HERE
from world import World

TARGET = "/en/screens/note"
LOAD_SECONDS = 1.0
# What the median of a round may be longer by; rounds of the same gateway differ by as much.
MOST_LONGER = {"p50": 1.25, "p99": 1.5}


def options():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--gateway", default=str(HERE.parents[1] / ".build/release/portico"))
    return parser.parse_args()


def receive(peer):
    """One whole answer; `None` where the gateway is gone."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = peer.recv(65536)
        if not part:
            return None
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n")
                  if line.startswith(b"content-length:"))
    while len(body) < length:
        body += peer.recv(65536)
    return head


def load(port, name, end):
    """Asks one request after the other; returns how long each took, and the id of the last that was answered."""
    taken, last = [], None
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=10) as peer:
            while time.monotonic() < end:
                number = f"{name}-{len(taken)}"
                begun = time.perf_counter()
                peer.sendall(f"GET {TARGET} HTTP/1.1\r\nHost: a\r\nX-Request-Id: {number}\r\n\r\n".encode())
                if receive(peer) is None:
                    break
                taken.append(time.perf_counter() - begun)
                last = number
    except OSError:
        pass
    return taken, last


def counters(port):
    """All counters and the counts of histograms, but those of the process."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as peer:
        peer.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        text = b""
        while part := peer.recv(1 << 20):
            text += part
    found = {}
    for line in text.decode().splitlines():
        series, _, value = line.rpartition(" ")
        name = series.partition("{")[0]
        if not line.startswith("#") and name.endswith(("_total", "_count", "_bucket", "_sum")) \
                and not name.startswith("process_"):
            found[series] = float(value)
    return found


def events(world, request):
    """How many events of a request the command finds in the log of a gateway that is gone."""
    outcome = subprocess.run(
        [world.program, "log", "--state", str(world.folder / "state"), "--json", f'request_id = "{request}"'],
        capture_output=True, text=True, check=True)
    return len(outcome.stdout.splitlines())


async def kills(folder, asked):
    """Kills it under load; returns what was wrong."""
    world, wrong, before = World(folder / "kills", asked.gateway), [], {}
    await world.start()
    try:
        for number in range(asked.kills):
            if number:
                await world.start_gateway()
            now = await asyncio.to_thread(counters, world.operators)
            wrong += [f"kill {number}: {name} went from {value} to {now.get(name)}"
                      for name, value in before.items() if now.get(name, 0) < value]
            end = time.monotonic() + 60
            visits = [asyncio.to_thread(load, world.port, f"kill{number}-{visitor}", end) for visitor in range(4)]
            running = asyncio.gather(*visits)
            for _ in range(20):
                await asyncio.sleep(LOAD_SECONDS / 20)
                before = await asyncio.to_thread(counters, world.operators)
            world.gateway.kill()
            await world.gateway.wait()
            results = await running
            for _, last in results:
                if last and await asyncio.to_thread(events, world, last) != 1:
                    wrong.append(f"kill {number}: the log lacks {last}, which was answered")
            print(f"kill {number}: {sum(len(taken) for taken, _ in results)} answers, {len(before)} counters")
    finally:
        await world.stop()
    return wrong


class Readers:
    """Everybody who reads from a gateway, and has stopped: a Prometheus, a reader of the log and its streams,
    and a collector."""

    def __init__(self):
        self.sockets, self.command = [], None
        self.options = ["--otlp", f"http://127.0.0.1:{self.server()}"]

    def server(self):
        listener = socket.create_server(("127.0.0.1", 0))
        self.sockets.append(listener)
        threading.Thread(target=self.take, args=[listener], daemon=True).start()
        return listener.getsockname()[1]

    def take(self, listener):
        try:
            while True:
                self.sockets.append(listener.accept()[0])
        except OSError:
            return

    def begin(self, world):
        for path in ("/metrics", "/log/stream", "/stats/stream", "/log?limit=10000"):
            peer = socket.create_connection(("127.0.0.1", world.operators))
            peer.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            self.sockets.append(peer)
        self.command = subprocess.Popen(
            [world.program, "log", "--state", str(world.folder / "state"), "--follow"], stdout=subprocess.DEVNULL)
        self.command.send_signal(signal.SIGSTOP)

    def end(self):
        if self.command:
            self.command.kill()
            self.command.wait()
        for each in self.sockets:
            each.close()


async def stops(folder, asked):
    """Asks a gateway whose readers stand still, and one without any; returns what was wrong."""
    readers = Readers()
    worlds = {"alone": World(folder / "alone", asked.gateway, []),
              "stopped": World(folder / "stopped", asked.gateway, readers.options)}
    rounds = {kind: [] for kind in worlds}
    try:
        for world in worlds.values():
            await world.start()
        readers.begin(worlds["stopped"])
        for number in range(-1, asked.rounds):
            for kind in sorted(worlds, reverse=number % 2 == 0):
                taken, _ = await asyncio.to_thread(
                    load, worlds[kind].port, f"{kind}{number}", time.monotonic() + LOAD_SECONDS)
                # The first round fills buffers and queues.
                if number >= 0:
                    cuts = statistics.quantiles(taken, n=100)
                    rounds[kind].append({"p50": cuts[49], "p99": cuts[98]})
        lost = {kind: sum(value for name, value in (await asyncio.to_thread(counters, world.operators)).items()
                          if name.startswith("portico_events_lost_total")) for kind, world in worlds.items()}
    finally:
        for world in worlds.values():
            await world.stop()
        readers.end()
    wrong = []
    for name, most in MOST_LONGER.items():
        middle = {kind: statistics.median(each[name] for each in of) * 1e6 for kind, of in rounds.items()}
        ratio = middle["stopped"] / middle["alone"]
        print(f"{name}: {middle['alone']:.0f} us without readers, {middle['stopped']:.0f} us while they stand still, "
              f"ratio {ratio:.2f}")
        if ratio > most:
            wrong.append(f"{name} is {ratio:.2f} of what it is without readers, expected at most {most}")
    print(f"events lost on the way to other hosts: {lost['stopped']:.0f}")
    return wrong


async def main():
    asked = options()
    with tempfile.TemporaryDirectory(prefix="portico-readers-") as name:
        folder = pathlib.Path(name)
        wrong = await kills(folder, asked) + await stops(folder, asked)
    for line in wrong[:20]:
        print(line)
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    asyncio.run(main())
