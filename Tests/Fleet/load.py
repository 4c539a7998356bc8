# SPDX-License-Identifier: Apache-2.0
"""Visitors of a fleet, and what their answers may say."""

import http.client
import json
import threading
import time

ITEMS = 100


class Client:
    """One kept connection."""

    def __init__(self, host, port, timeout=10):
        self.connection = http.client.HTTPConnection(host, port, timeout=timeout)

    def get(self, path):
        """Status, fields and body of an answer."""
        try:
            self.connection.request("GET", path)
            answer = self.connection.getresponse()
            return answer.status, answer.headers, answer.read()
        except (OSError, http.client.HTTPException):
            # The next request has a connection of its own.
            self.connection.close()
            raise

    def close(self):
        self.connection.close()


class Seen:
    """An answer of a node or of the edge."""

    def __init__(self, at, where, begun, path, edition, body):
        self.at, self.where, self.begun, self.path, self.edition = at, where, begun, path, edition
        self.revision, self.version = body["revision"], body.get("version")


class Load:
    """Visitors that ask without an end, each at one place, and note what they saw and what failed."""

    def __init__(self, pause=0.02):
        self.pause, self.ended, self.threads = pause, threading.Event(), []
        self.lock, self.seen, self.failed, self.count = threading.Lock(), [], [], 0

    def visit(self, where, host, port, mayFail=False, check=None):
        """Begins a visitor; `check` is told of each answer and of when it was asked for."""
        thread = threading.Thread(target=self.ask, args=(where, host, port, mayFail, check), daemon=True)
        self.threads.append(thread)
        thread.start()

    def ask(self, where, host, port, mayFail, check):
        client, number = Client(host, port), len(self.threads) * 31
        while not self.ended.wait(self.pause):
            number += 1
            path = ("/config", "/screens/note", *(f"/items/{(number + k) % ITEMS}" for k in range(4)))[number % 6]
            begun = time.time()
            try:
                status, fields, body = client.get(path)
                if status != 200:
                    raise http.client.HTTPException(f"{status} {body[:200]}")
            except (OSError, http.client.HTTPException) as error:
                if not mayFail:
                    with self.lock:
                        self.failed.append(f"{path} at {where} after {time.time() - begun:.2f} s: {error!r}")
                continue
            seen = Seen(time.time(), where, begun, path, fields["edition"], json.loads(body))
            with self.lock:
                self.count += 1
                self.seen.append(seen)
            if check:
                check(seen)
        client.close()

    def end(self):
        self.ended.set()
        for thread in self.threads:
            thread.join(30)


def mixed(seen):
    """Answers that have content of one edition and the name of another."""
    revisions, wrong = {}, []
    for answer in seen:
        known = revisions.setdefault(answer.edition, answer.revision)
        if known != answer.revision:
            wrong.append(f"{answer.path} at {answer.where} has edition {answer.edition} and revision "
                         f"{answer.revision}, which has {known} elsewhere")
    return wrong
