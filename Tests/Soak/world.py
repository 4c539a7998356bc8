# SPDX-License-Identifier: Apache-2.0
"""The gateway, the services behind it, and what is done to them meanwhile."""

import asyncio
import http.client
import json
import os
import pathlib
import random
import shutil
import socket
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
# By backend the ports of its addresses, as the site's file has them; others take their place.
DECLARED = {"things": [18811, 18812], "stars": [18813], "accounts": [18814]}
ITEMS = 200
# Seconds that the gateway leaves a backend alone at most, with what chance adds and a try.
LONGEST_PAUSE = 4.5


class World:
    """Everything that runs, and what is known of it."""

    def __init__(self, folder, gateway, more=()):
        """`more` are further options of the gateway."""
        self.folder, self.program, self.more = pathlib.Path(folder), gateway, list(more)
        self.folder.mkdir(exist_ok=True)
        shutil.copytree(HERE / "site", self.folder / "site")
        self.port, self.operators, *ports = free_ports(2 + sum(map(len, DECLARED.values())))
        self.ports = {name: [ports.pop() for _ in declared] for name, declared in DECLARED.items()}
        self.fill_in_ports(self.folder / "site/Content/site.json5")
        self.note = self.folder / "site/Content/screens/note.json5"
        self.version = 1
        self.revision = 0
        # What answers must have at least, by item, and the note, once an order has been carried out.
        self.floors = [0] * ITEMS
        self.note_floor = 0
        self.services, self.gateway = {}, None
        # When each backend was last not whole.
        self.broken_at = dict.fromkeys(DECLARED, 0.0)
        self.done = dict.fromkeys(("kills", "purges", "publications"), 0)

    def fill_in_ports(self, file):
        text = file.read_text()
        for name, declared in DECLARED.items():
            for before, port in zip(declared, self.ports[name]):
                text = text.replace(str(before), str(port))
        file.write_text(text)

    async def start(self):
        for ports in self.ports.values():
            for port in ports:
                await self.start_service(port)
        await self.start_gateway()

    async def start_gateway(self):
        log = open(self.folder / "gateway.log", "ab")
        self.gateway = await asyncio.create_subprocess_exec(
            self.program, "serve", "--site", str(self.folder / "site"), "--state",
            str(self.folder / "state"), "--listen", f"127.0.0.1:{self.port}", "--admin",
            f"127.0.0.1:{self.operators}", "--loops", "2", "--cache", "64M", *self.more,
            stdout=log, stderr=log)
        for _ in range(100):
            if await ask(self.operators, "GET", "/ready", wanted=None) == 200:
                return
            await asyncio.sleep(0.1)
        raise RuntimeError(f"the gateway does not serve: see {log.name}")

    async def start_service(self, port):
        service = await asyncio.create_subprocess_exec(
            sys.executable, str(HERE / "service.py"), str(port), str(self.version),
            stdout=asyncio.subprocess.PIPE)
        await service.stdout.readline()
        self.services[port] = service

    async def stop(self):
        for process in [*self.services.values(), self.gateway]:
            if process and process.returncode is None:
                process.terminate()
                await process.wait()

    def was_broken(self, backend, since):
        """Whether a backend lacked an address at some time since then, or has it back for no longer
        than the gateway may leave it alone."""
        return self.broken_at[backend] > since - LONGEST_PAUSE

    async def kill(self, outage):
        """Kills addresses of a backend, all of it at times, and starts them again."""
        backend = random.choice(list(self.ports))
        ports = self.ports[backend]
        self.broken_at[backend] = time.monotonic()
        for port in random.sample(ports, random.randint(1, len(ports))):
            self.services.pop(port).kill()
            asyncio.create_task(self.bring_back(backend, port, outage))
        self.done["kills"] += 1

    async def bring_back(self, backend, port, outage):
        end = time.monotonic() + outage
        while time.monotonic() < end:
            self.broken_at[backend] = time.monotonic()
            await asyncio.sleep(0.1)
        await self.start_service(port)
        self.broken_at[backend] = time.monotonic()

    async def purge(self):
        """Everything gets a new version, and the gateway is told of one item."""
        self.version += 1
        version = self.version
        for port in self.ports["things"]:
            if port in self.services:
                try:
                    await ask(port, "PUT", "/version", str(version), wanted=204)
                except OSError:
                    return
        if self.broken_at["things"] > time.monotonic() - 1:
            return
        item = random.randrange(ITEMS)
        order = {"tag": f"item-{item}", "hard": True}
        await ask(self.operators, "POST", "/purge", json.dumps(order))
        self.floors[item] = version
        self.done["purges"] += 1

    async def publish(self):
        """The note gets a new revision; a second and a half later nobody may see an older one."""
        self.revision += 1
        revision = self.revision
        text = f'{{ datatype: "screen", ttl: 3, body: {{ revision: {revision} }} }}'
        fresh = self.note.with_suffix(".new")
        fresh.write_text(text)
        os.replace(fresh, self.note)
        await asyncio.sleep(1.5)
        self.note_floor = max(self.note_floor, revision)
        self.done["publications"] += 1

    def memory(self):
        """KiB that the gateway has, and how many descriptors."""
        process = pathlib.Path(f"/proc/{self.gateway.pid}")
        lines = (process / "status").read_text().splitlines()
        resident = next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
        return resident, len(list((process / "fd").iterdir()))


def free_ports(count):
    """Ports that nobody has."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


async def ask(port, method, target, body=None, wanted=200):
    """The status of an answer, which must be the one that is wanted."""
    def asked():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        connection.request(method, target, body, {"content-type": "application/json"})
        status = connection.getresponse().status
        connection.close()
        return status
    try:
        status = await asyncio.to_thread(asked)
    except ConnectionRefusedError:
        if wanted is None:
            return None
        raise
    if wanted is not None and status != wanted:
        raise RuntimeError(f"{method} {target}: {status}, expected {wanted}")
    return status
