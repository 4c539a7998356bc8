# SPDX-License-Identifier: Apache-2.0
"""Writes of records beside many connections that listen to the fleet's notifications."""

import http.client
import json
import statistics
import subprocess
import sys
import threading
import time

from fleet import Failure
from trialsite import HERE, Service, TrialSite

LISTENERS, WRITERS, PAIRS, SECONDS = 50, 8, 8, 3
CHANNEL = "portico_fleet_trial"
TYPE = {"prefix": "n", "attributes": {"text": {"type": "text", "required": True}}}


def records(trial):
    """The rate of writes of records, without and with fifty connections that listen."""
    with Service() as service:
        fleet = trial.fleet(2, TrialSite(service), edge=False)
        resources = f'  resources: {{ at: "/v1", open: "administer", store: "{fleet.database.address("fleet")}" }},\n'
        for node in fleet.nodes:
            settings = node.site / "Content/site.json5"
            settings.write_text(settings.read_text().replace("  defaults: {", resources + "  defaults: {"))
        try:
            fleet.start()
            node = fleet.nodes[0]
            write(node, "PUT", "/v1/_schema/notes", TYPE)
            rate(node)
            alone, beside, heard = [], [], 0
            for number in range(PAIRS):
                # In turn, so that what else the machine does meets both alike.
                for listens in ((False, True) if number % 2 else (True, False)):
                    if listens:
                        with Listeners(fleet.database) as listeners:
                            beside.append(rate(node))
                        heard += listeners.heard
                    else:
                        alone.append(rate(node))
            # By pair: what else the machine does changes within minutes.
            share = statistics.median(with_ / without for with_, without in zip(beside, alone))
            trial.figure(f"writes a second, {WRITERS} writers", f"{statistics.median(alone):.0f} alone, "
                         f"{statistics.median(beside):.0f} beside {LISTENERS} listeners: {share:.0%}", "at least 95 %")
            trial.rule("runs in which the listeners heard nothing", [] if heard else ["all"])
        finally:
            fleet.stop()


def write(node, method, path, body, connection=None):
    own = connection or http.client.HTTPConnection(node.place.front, node.visitors, timeout=30)
    own.request(method, path, json.dumps(body), {"content-type": "application/json"})
    answer = own.getresponse()
    text = answer.read()
    if answer.status >= 300:
        raise Failure(f"{method} {path}: {answer.status} {text[:300]}")
    if not connection:
        own.close()


def rate(node):
    """Writes a second over some seconds."""
    counts, end = [0] * WRITERS, time.monotonic() + SECONDS

    def work(number):
        connection = http.client.HTTPConnection(node.place.front, node.visitors, timeout=30)
        while time.monotonic() < end:
            write(node, "POST", "/v1/notes", {"text": "one"}, connection)
            counts[number] += 1
        connection.close()
    threads = [threading.Thread(target=work, args=(number,)) for number in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / SECONDS


class Listeners:
    """A process with connections that listen to the channel of the fleet."""

    def __init__(self, database):
        self.command = [sys.executable, HERE / "listeners.py", database.host, str(database.port), "fleet", CHANNEL,
                        str(LISTENERS)]
        self.heard = 0

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline() != "ready\n":
            raise Failure("PostgreSQL takes no listeners")
        return self

    def __exit__(self, *_):
        self.heard = int(self.process.communicate("")[0])
