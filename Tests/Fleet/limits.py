# SPDX-License-Identifier: Apache-2.0
"""A rate limit that all nodes keep together."""

import signal
import socket
import threading
import time

from trialsite import Service, TrialSite

# Requests a second of one client, at all nodes together.
LIMIT = 1_000
# Requests a second that the client makes.
WANTED = 2_000
# Seconds between two bursts of requests at a node.
STEP = 0.05
GRANTED, REFUSED = b"HTTP/1.1 200", b"HTTP/1.1 429"


class LimitedSite(TrialSite):
    """The site with a limit for its configuration."""

    def fill(self, text):
        limit = f'  rateLimits: {{ all: {{ paths: ["config"], requests: {LIMIT}, seconds: 1 }} }},\n'
        return super().fill(text).replace("  defaults: {", limit + "  defaults: {")


class Visitor(threading.Thread):
    """Asks one node at a rate, and counts what is granted and refused."""

    def __init__(self, node, rate):
        super().__init__(daemon=True)
        self.rate, self.granted, self.refused, self.failed, self.ended = rate, 0, 0, None, threading.Event()
        self.socket = socket.create_connection((node.place.front, node.visitors), timeout=5)
        self.start()

    def run(self):
        begun, sent, rest = time.monotonic(), 0, b""
        while not self.ended.wait(STEP):
            due = int((time.monotonic() - begun) * self.rate) - sent
            sent += due
            try:
                self.socket.sendall(b"GET /config HTTP/1.1\r\nHost: localhost\r\n\r\n" * due)
                while due > 0:
                    read = self.socket.recv(1 << 16)
                    if not read:
                        raise OSError("the node has ended the connection")
                    rest += read
                    granted, refused = rest.count(GRANTED), rest.count(REFUSED)
                    due -= granted + refused
                    self.granted += granted
                    self.refused += refused
                    # What may be the begin of the next status line.
                    rest = rest[-(len(GRANTED) - 1):]
            except OSError as error:
                self.failed = error
                return

    def end(self):
        self.ended.set()
        self.join()
        self.socket.close()


def limits(trial):
    """What five nodes admit of a client who wants twice its limit, and two of them after three have died."""
    with Service() as service:
        fleet = trial.fleet(5, LimitedSite(service), edge=False)
        visitors = []
        try:
            fleet.start()
            visitors = [Visitor(node, WANTED / 5) for node in fleet.nodes]
            seconds = max(10, trial.asked.seconds // 4)
            time.sleep(3)
            rates = [measured(visitors, 1) for _ in range(seconds)]
            mean = sum(rates) / len(rates)
            trial.figure("granted a second by five nodes", f"{mean:.0f}, each second {min(rates):.0f} to {max(rates):.0f}",
                         "950 to 1,050")
            trial.rule("means beyond 10 %", [f"{mean:.0f}"] if abs(mean - LIMIT) > LIMIT / 10 else [])
            for node in fleet.nodes[2:]:
                node.server.process.send_signal(signal.SIGKILL)
            died = time.monotonic()
            for visitor in visitors:
                visitor.end()
            visitors = [Visitor(node, WANTED / 2) for node in fleet.nodes[:2]]
            time.sleep(max(0.0, died + 2 - time.monotonic()))
            rate = measured(visitors, 5)
            trial.figure("granted a second by two, from 2 s after three have died", f"{rate:.0f}", "900 to 1,100")
            trial.rule("rates beyond 15 % then", [f"{rate:.0f}"] if abs(rate - LIMIT) > LIMIT * 0.15 else [])
            trial.rule("visitors who got no answer", [str(one.failed) for one in visitors if one.failed])
        finally:
            for visitor in visitors:
                visitor.end()
            fleet.stop()


def measured(visitors, seconds):
    """What all are granted in a second."""
    before, begun = sum(one.granted for one in visitors), time.monotonic()
    time.sleep(seconds)
    return (sum(one.granted for one in visitors) - before) / (time.monotonic() - begun)
