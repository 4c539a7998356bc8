# SPDX-License-Identifier: Apache-2.0
"""The sample shop with its services and the gateway in front, on free ports, under a steady load."""

import concurrent.futures
import html
import http.client
import json
import pathlib
import random
import re
import shutil
import subprocess
import threading
import time

from world import free_ports

ROOT = pathlib.Path(__file__).resolve().parents[2]
SERVICES = ["catalog", "prices", "reviews", "stock", "stores", "accounts", "orders"]
FIRST_DECLARED_PORT = 9001
REQUESTS_A_SECOND = 40
# The most requests that wait for their answers at once.
VISITORS = 64


def ask(port, method, path, body=None, **fields):
    """The status and the text of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    fields = {name.replace("_", "-"): value for name, value in fields.items()}
    if body is not None:
        fields["content-type"] = "application/json"
        body = json.dumps(body)
    try:
        connection.request(method, path, body, fields)
        answer = connection.getresponse()
        return answer.status, answer.read().decode(errors="replace")
    finally:
        connection.close()


def wait_for(is_so, what, seconds=60):
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise RuntimeError(f"after {seconds} seconds there is not {what}")
        time.sleep(0.1)


class Shop:
    def __init__(self, folder, programs, loops=None, visits=True):
        """`loops` of the gateway, by default as many as it takes itself; `visits` for the steady load."""
        self.loops, self.visits = loops, visits
        self.folder, self.programs = pathlib.Path(folder), pathlib.Path(programs)
        self.port, self.operators = free_ports(2)
        # The shop's services have ports one after another.
        self.first_port = random.randrange(20_000, 30_000, 10)
        self.site, self.state = self.folder / "site", self.folder / "state"
        for name in ("Content", "Locales"):
            shutil.copytree(ROOT / name, self.site / name)
        settings = self.site / "Content/site.json5"
        text = settings.read_text()
        for number in range(len(SERVICES)):
            text = text.replace(f":{FIRST_DECLARED_PORT + number}\"", f":{self.first_port + number}\"")
        settings.write_text(text)
        self.processes, self.ended, self.token = [], threading.Event(), None

    def start(self):
        self.run("shop", ["flower-shop", "run", "--first-port", self.first_port],
                 self.first_port + len(SERVICES) - 1)
        self.run("gateway", ["portico", "serve", "--site", self.site, "--state", self.state, "--listen",
                             f"127.0.0.1:{self.port}", "--admin", f"127.0.0.1:{self.operators}", "--cache", "64M",
                             *(["--loops", self.loops] if self.loops else [])],
                 self.operators)
        if not self.visits:
            return
        self.loading = threading.Thread(target=self.load, daemon=True)
        self.loading.start()

    def run(self, name, command, port):
        command = [self.programs / command[0], *command[1:]]
        with open(self.folder / f"{name}.log", "wb") as log:
            process = subprocess.Popen(list(map(str, command)), stdout=log, stderr=log)
        self.processes.append(process)

        def is_ready():
            if process.poll() is not None:
                raise RuntimeError(f"the {name} ended: {(self.folder / f'{name}.log').read_text()[-500:]}")
            try:
                return ask(port, "GET", "/ready")[0] < 500
            except OSError:
                return False

        wait_for(is_ready, f"the {name}")

    def stop(self):
        self.ended.set()
        for process in reversed(self.processes):
            process.terminate()
            process.wait()

    @property
    def memory(self):
        """What the gateway has in memory, in KiB."""
        status = pathlib.Path(f"/proc/{self.processes[-1].pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1))

    def load(self):
        """Sends requests at a fixed rate, whether those before are answered or not."""
        status, session = ask(self.port, "POST", "/sessions",
                              {"email": "rose@example.com", "password": "flowers-please"})
        if status != 201:
            raise RuntimeError(f"nobody can sign in: {status} {session}")
        self.token = json.loads(session)["token"]
        with concurrent.futures.ThreadPoolExecutor(VISITORS) as visitors:
            due = time.monotonic()
            while not self.ended.is_set():
                visitors.submit(self.visit)
                due += 1 / REQUESTS_A_SECOND
                time.sleep(max(0, due - time.monotonic()))
            visitors.shutdown(cancel_futures=True)

    def visit(self):
        try:
            choice = random.random()
            if choice < 0.15:
                order = {"country": "CA", "lines": [{"item": "0101-2010-0611", "quantity": 1}],
                         "address": {"name": "Rose", "street": "1 Rue Royale", "postcode": "H2Y", "city": "Montreal"}}
                ask(self.port, "POST", "/orders", order, authorization=f"Bearer {self.token}",
                    idempotency_key=f"{random.getrandbits(64):x}")
            elif choice < 0.5:
                ask(self.port, "GET", "/config", accept_language=random.choice(["fr-CA", "en", "de"]))
            elif choice < 0.7:
                ask(self.port, "GET", f"/en.us/items?where=price,lessThan,{random.randint(2, 90)}&limit=20")
            else:
                ask(self.port, "GET", random.choice(["/fr.ca/items/0101-2010-0611", "/en.us/screens/home"]))
        except OSError:
            # A service that fails is what the drill is about; the gateway says it to operators.
            pass

    def fault(self, service, fault):
        port = self.first_port + SERVICES.index(service)
        method, body = ("DELETE", None) if fault is None else ("PUT", fault)
        status, text = ask(port, method, "/_faults", body)
        if status >= 300:
            raise RuntimeError(f"{service} takes no fault: {status} {text}")

    def report(self, path):
        """A report of the operators' listener."""
        status, text = ask(self.operators, "GET", path)
        if status != 200:
            raise RuntimeError(f"GET {path}: {status} {text[:300]}")
        return json.loads(text)

    def verdict(self):
        """What the first page of the console says on top, as one line."""
        page = ask(self.operators, "GET", "/", accept="text/html")[1]
        section = re.search(r'<section class="verdict.*?</section>', page, re.S)
        if not section:
            raise RuntimeError(f"the first page has no verdict: {page[:300]}")
        text = html.unescape(re.sub(r"<[^>]+>", " ", section.group(0)))
        return " ".join(text.split())

    def edition(self):
        editions = self.report("/content")["editions"]
        return next(row["edition"] for row in editions if row["state"].startswith("served"))

    def publish(self):
        """Changes a document, so that another edition is published."""
        terms = self.site / "Content/legal/terms.json5"
        text = terms.read_text()
        changed = re.sub(r"ttl: \d+", "ttl: 1800", text)
        if changed == text:
            raise RuntimeError(f"{terms} has no ttl to change")
        terms.write_text(changed)

    def roll_back(self, edition):
        subprocess.run([self.programs / "portico", "rollback", edition, "--site", self.site, "--state", self.state],
                       check=True, stdout=subprocess.DEVNULL)

    def purge(self, order):
        status, text = ask(self.operators, "POST", "/purge", order)
        if status >= 300:
            raise RuntimeError(f"POST /purge: {status} {text}")
