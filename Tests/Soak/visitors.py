# SPDX-License-Identifier: Apache-2.0
"""Visitors who ask without a pause and look at every answer."""

import asyncio
import collections
import email.utils
import json
import os
import random
import time

from world import ITEMS

LANGUAGES = ["en", "fr"]
# What a failing service is answered with.
PROBLEMS = {502, 503, 504}


class Wrong(Exception):
    """An answer that must not be."""


class Visitor:
    """One kept connection."""

    def __init__(self, number, world, seen):
        self.number, self.world, self.seen = number, world, seen
        self.reader = self.writer = None
        self.tags = {}

    async def visit(self, end):
        kinds = [self.item, self.item, self.item, self.note, self.shelf, self.account, self.echo]
        while time.monotonic() < end:
            kind = random.choice(kinds)
            try:
                await kind()
            except Wrong as wrong:
                self.seen["wrong"] += 1
                print(f"wrong: {kind.__name__}: {wrong}", flush=True)
        if self.writer:
            self.writer.close()

    async def item(self):
        """What is composed is what was asked for, and no older than the last purge of it."""
        number, language = random.randrange(ITEMS), random.choice(LANGUAGES)
        view = random.choice(["", "?view=light"])
        target = f"/{language}/items/{number}{view}"
        floor, begun = self.world.floors[number], time.monotonic()
        fields = {}
        if target in self.tags and random.random() < 0.3:
            fields["if-none-match"] = self.tags[target]
        status, answered, body = await self.ask("GET", target, fields)
        if status == 304:
            return
        if self.is_excused(status, body, ("things",), begun):
            return
        said = json.loads(body)
        self.expect((said["id"], said["language"], said["_lang"]), (str(number), language, language))
        if said["version"] < floor:
            raise Wrong(f"{target} has version {said['version']}, purged at {floor}")
        if view and "stars" in said:
            raise Wrong(f"{target} is not light")
        if not view and said["stars"] not in (None, number % 5):
            raise Wrong(f"{target} has the stars of another: {said['stars']}")
        self.check_instant(target, answered, said)
        self.tags[target] = answered["etag"]

    async def note(self):
        """An editor's change is seen within its time."""
        floor, begun = self.world.note_floor, time.monotonic()
        target = random.choice(["/en/screens/note", "/screens/note"])
        status, answered, body = await self.ask("GET", target)
        if self.is_excused(status, body, (), begun):
            return
        said = json.loads(body)
        if said["revision"] < floor:
            raise Wrong(f"{target} has revision {said['revision']}, published was {floor}")
        self.check_instant(target, answered, said)

    async def shelf(self):
        """What a pass keeps for all is what was asked for."""
        number, begun = random.randrange(50), time.monotonic()
        status, _, body = await self.ask("GET", f"/shelf/{number}")
        if not self.is_excused(status, body, ("things",), begun):
            self.expect(json.loads(body)["id"], str(number))

    async def account(self):
        """What is a visitor's own is shown to nobody else."""
        who, begun = f"visitor-{self.number}-{random.randrange(3)}", time.monotonic()
        status, _, body = await self.ask("GET", "/account", {"cookie": f"who={who}"})
        if not self.is_excused(status, body, ("accounts",), begun):
            self.expect(json.loads(body)["who"], who)

    async def echo(self):
        """A body goes through unchanged."""
        sent, begun = os.urandom(random.choice([10, 1000, 100_000])), time.monotonic()
        status, _, body = await self.ask("POST", "/echo", body=sent)
        if not self.is_excused(status, body, ("accounts",), begun) and body != sent:
            raise Wrong(f"/echo gave {len(body)} other bytes for {len(sent)}")

    def is_excused(self, status, body, backends, begun):
        """Whether there is no answer, and a service was broken meanwhile."""
        if status == 200:
            return False
        if status in PROBLEMS and any(self.world.was_broken(name, begun) for name in backends):
            if "title" not in json.loads(body):
                raise Wrong(f"a problem without a title: {body[:200]}")
            return True
        raise Wrong(f"{status} with {body[:200]}")

    @staticmethod
    def check_instant(target, answered, said):
        """`_expire` and Cache-Control speak of the same second."""
        date = email.utils.parsedate_to_datetime(answered["date"]).timestamp()
        control = dict(part.strip().partition("=")[::2] for part in
                       answered["cache-control"].split(","))
        left = int(said["_expire"]) - date - int(answered.get("age", 0))
        if max(0, left) != int(control["max-age"]) and int(control["max-age"]) > 1:
            raise Wrong(f"{target}: max-age={control['max-age']}, and _expire is {left} s away")

    @staticmethod
    def expect(got, wanted):
        if got != wanted:
            raise Wrong(f"{got}, expected {wanted}")

    async def ask(self, method, target, fields=None, body=b""):
        """Status, fields and body of an answer."""
        if not self.writer or self.writer.is_closing():
            self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.world.port)
        lines = [f"{method} {target} HTTP/1.1", "host: localhost"]
        lines += [f"{name}: {value}" for name, value in (fields or {}).items()]
        if body:
            lines.append(f"content-length: {len(body)}")
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        try:
            head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), 15)
            status, answered = parsed(head)
            got = b""
            if status != 304:
                got = await asyncio.wait_for(
                    self.reader.readexactly(int(answered["content-length"])), 15)
        except (asyncio.IncompleteReadError, ConnectionError, TimeoutError) as error:
            self.writer.close()
            self.seen["broken off"] += 1
            if not self.world.was_broken("accounts", time.monotonic() - 15):
                raise Wrong(f"{method} {target}: {error!r}") from error
            return 502, {}, b'{"title":"broken off"}'
        self.seen[status] += 1
        if answered.get("connection") == "close":
            self.writer.close()
        return status, answered, got


def parsed(head):
    """Status and fields of the head of an answer."""
    first, *lines = head.decode().strip().split("\r\n")
    fields = {name.lower(): value.strip() for name, value in
              (line.split(":", 1) for line in lines)}
    return int(first.split(" ")[1]), fields


def count():
    return collections.Counter()
