#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a fleet on this machine until Ctrl-C: `fleet.py [--nodes 3] [--programs .build/release]`.

Varnish and HAProxy are in front, the nodes share a PostgreSQL of their own, and the sample shop is behind. The trials
in `trial.py` use the same parts on free ports."""

import argparse
import http.client
import json
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from typing import NamedTuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Soak"))
from servers import Database, Failure, Server  # noqa: E402
from shop import FIRST_DECLARED_PORT, SERVICES, wait_for  # noqa: E402
from world import free_ports  # noqa: E402

KEY = "a key that all nodes share"
# Where `make fleet` answers: visitors, the balancer, and by node visitors, operators and other nodes.
EDGE, BALANCER, VISITORS, OPERATORS, PEERS = 8080, 8070, 8081, 8181, 8281


class Place(NamedTuple):
    """Where a node runs: its addresses for visitors and for other nodes, where it finds the edge, and how a command
    gets there."""
    front: str = "127.0.0.1"
    back: str = "127.0.0.1"
    outside: str = "127.0.0.1"
    enter: tuple = ()


class Node:
    """A gateway of the fleet with files, state and ports of its own."""

    def __init__(self, fleet, name, place, ports):
        self.fleet, self.name, self.place, self.folder = fleet, name, place, fleet.folder / name
        self.visitors, self.operators, self.peers = ports
        self.site = self.folder / "site"
        self.token = None if place.front == "127.0.0.1" else fleet.token
        options = [
            "--site", self.site, "--state", self.folder / "state", "--listen", f"{place.front}:{self.visitors}",
            "--admin", f"{place.front}:{self.operators}", "--fleet", fleet.database.address("fleet"), "--node", name,
            "--node-listen", f"{place.back}:{self.peers}", "--cache", "64M", *fleet.options]
        if self.token:
            options += ["--admin-token", fleet.token]
        self.server = Server(name, fleet.folder, [*place.enter, fleet.programs / "portico", "serve", *options],
                             {"PORTICO_FLEET_KEY": KEY, "SHOP_ADMIN_TOKEN": "flowers"})

    def use(self, program):
        """Runs another program from its next start on."""
        self.server.command[len(self.place.enter)] = str(program)

    def copy(self, site, fill):
        """Gives it a copy of a site, whose settings are filled in."""
        for name in ("Content", "Locales"):
            shutil.copytree(pathlib.Path(site) / name, self.site / name)
        settings = self.site / "Content/site.json5"
        settings.write_text(fill(settings.read_text()))

    def start(self, waits=True):
        self.server.start()
        if waits:
            self.server.wait(self.is_ready)

    def is_ready(self):
        try:
            return self.order("GET", "/ready")[0] == 200
        except OSError:
            return False

    def order(self, method, path, body=None, seconds=15):
        """The status and the value of an operators' answer."""
        connection = http.client.HTTPConnection(self.place.front, self.operators, timeout=seconds)
        try:
            fields = {"authorization": f"Bearer {self.token.read_text()}"} if self.token else {}
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, fields | ({"content-type": "application/json"} if text else {}))
            answer = connection.getresponse()
            read = answer.read().decode(errors="replace")
            return answer.status, json.loads(read) if read.startswith(("{", "[")) else read
        finally:
            connection.close()

    def standing(self):
        """What it knows of the store, and of each node by its name."""
        said = self.order("GET", "/nodes", seconds=5)[1]
        return said["stores"][0], {row["node"]: row for row in said["nodes"]}

    def command(self, *words):
        """Runs an order as an operator would: `portico fleet drain`."""
        token = ["--admin-token", self.token] if self.token else []
        return subprocess.run(
            list(map(str, [self.fleet.programs / "portico", *words, "--admin", f"{self.place.front}:{self.operators}",
                           *token])), cwd="/", capture_output=True, text=True, timeout=180)


class Fleet:
    """Nodes that share a database, with a balancer and an edge in front."""

    def __init__(self, folder, programs, names, site, fill, *, options=(), places=None, store="127.0.0.1",
                 ports=None, edge=True, database=Database):
        """`fill` makes the settings of the sites from those in `site`; `store` is the host of the database."""
        self.folder, self.programs, self.options = pathlib.Path(folder), pathlib.Path(programs).resolve(), options
        # The user of the database reads there.
        self.folder.chmod(0o755)
        self.token = self.folder / "token"
        self.token.write_text("a-token-of-operators")
        self.token.chmod(0o600)
        self.database = database(self.folder, store)
        self.edge_port, self.balancer_port, *ports = ports or free_ports(2 + 3 * len(names))
        self.nodes = [Node(self, name, (places or {}).get(name, Place()), ports[3 * number:3 * number + 3])
                      for number, name in enumerate(names)]
        for node in self.nodes:
            named = (f'  edges: {{ cdn: {{ kind: "varnish", peers: ["127.0.0.0/8", "10.0.0.0/8"], purge: {{ address: '
                     f'["http://{node.place.outside}:{self.edge_port}"] }} }} }},\n') if edge else ""
            node.copy(site, lambda text: fill(text).replace("  defaults: {", named + "  defaults: {"))
        self.fronts = [self.balancer(), self.edge()] if edge else []

    def balancer(self):
        """HAProxy, which asks the nodes whether they are ready."""
        servers = "\n".join(f"  server {node.name} {node.place.front}:{node.visitors} check port {node.operators}"
                            for node in self.nodes)
        (self.folder / "haproxy.cfg").write_text(f"""
global
  stats socket {self.folder}/haproxy.sock level admin
defaults
  mode http
  timeout connect 1s
  timeout client 60s
  timeout server 10s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response response-timeout
frontend visitors
  bind 127.0.0.1:{self.balancer_port}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /ready
  default-server inter 200ms fall 1 rise 1 on-marked-down shutdown-sessions
{servers}
""")
        return Server("haproxy", self.folder, ["haproxy", "-db", "-f", self.folder / "haproxy.cfg"])

    def edge(self):
        """Varnish with the rules that the site exports."""
        rules = self.folder / "edge.vcl"
        done = subprocess.run(
            [str(self.programs / "portico"), "export", "varnish", "--site", str(self.nodes[0].site), "--origin",
             f"127.0.0.1:{self.balancer_port}", *(["--purge-from", "10.0.0.0/8"] if self.nodes[0].token else [])],
            capture_output=True, text=True)
        if done.returncode:
            raise Failure(f"portico export varnish: {done.stderr}")
        rules.write_text(done.stdout)
        return Server("varnish", self.folder, [
            "varnishd", "-F", "-j", "none", "-n", self.folder / "varnish", "-a",
            f"{'' if self.nodes[0].token else '127.0.0.1'}:{self.edge_port}", "-f", rules, "-s", "malloc,64m", "-p",
            "thread_pools=1", "-p", "thread_pool_min=10"])

    def balanced(self):
        """By node, what the balancer thinks of it: UP, DOWN and so on."""
        text = b""
        with socket.socket(socket.AF_UNIX) as asked:
            asked.settimeout(5)
            try:
                asked.connect(str(self.folder / "haproxy.sock"))
            except OSError:
                return {}
            asked.sendall(b"show stat\n")
            while part := asked.recv(65536):
                text += part
        rows = [line.split(",") for line in text.decode().splitlines() if line.startswith("nodes,")]
        return {row[1]: row[17] for row in rows if row[1] != "BACKEND"}

    def start(self):
        self.database.start()
        # Statements about the database are not counted with the fleet's own.
        self.database.ask("CREATE DATABASE fleet")
        self.nodes[0].start()
        for node in self.nodes[1:]:
            node.start(waits=False)
        for node in self.nodes:
            node.server.wait(node.is_ready)
        for front in self.fronts:
            front.start()
        if self.fronts:
            self.fronts[0].wait(lambda: set(self.balanced().values()) == {"UP"})
            self.fronts[1].wait(lambda: "Child starts" in self.fronts[1].said())
        self.settle()

    def settle(self, seconds=90):
        """Waits until every node knows all, serves the same and has applied the whole log, which the store has too."""
        said = "nothing"

        def is_settled():
            nonlocal said
            editions = set()
            for node in self.nodes:
                try:
                    store, rows = node.standing()
                except OSError as error:
                    said = f"{node.name} does not answer: {error}"
                    return False
                editions |= {row.get("edition") for row in rows.values()} | {store.get("edition")}
                behind = (store["store"], store["lag"], store["unrecorded"], store.get("next"))
                if behind != ("reached", 0, 0, None) or len(rows) < len(self.nodes):
                    said = f"{node.name} says {store} of {len(rows)} nodes"
                    return False
            said = f"the nodes serve {editions}"
            return len(editions) == 1
        try:
            wait_for(is_settled, "a fleet whose nodes serve the same", seconds)
        except RuntimeError as error:
            raise Failure(f"{error}: {said}") from error

    def stop(self):
        nodes = [threading.Thread(target=node.server.stop) for node in self.nodes]
        for thread in nodes:
            thread.start()
        for thread in nodes:
            thread.join()
        for front in self.fronts:
            front.stop()
        self.database.stop()


def shop_settings(first_port):
    """Fills the ports of the shop's services in."""
    def fill(text):
        for number in range(len(SERVICES)):
            text = text.replace(f":{FIRST_DECLARED_PORT + number}\"", f":{first_port + number}\"")
        return text
    return fill


def end_with_finally(*_):
    sys.exit(143)


def introduce(fleet):
    first, last, edge = fleet.nodes[0], fleet.nodes[-1], f"http://127.0.0.1:{fleet.edge_port}"
    operators = f"--admin 127.0.0.1:{first.operators}"
    lines = [f"visitors    {edge}  (Varnish, behind it HAProxy at 127.0.0.1:{fleet.balancer_port})"]
    lines += [f"{node.name:11} visitors http://127.0.0.1:{node.visitors}, console http://127.0.0.1:{node.operators}/, "
              f"process {node.server.process.pid}" for node in fleet.nodes]
    lines += [f"PostgreSQL  {fleet.database.address('fleet')}", f"logs        {fleet.folder}/*.log"]
    tries = [
        (f"curl -i -H 'Accept-Language: fr-CA' -H 'X-App: country=CA' {edge}/config", ""),
        (f"alias portico={fleet.programs}/portico", ""),
        (f"portico fleet {operators}", "who serves what, and who lags"),
        (f"sed -i 's/ttl: [0-9]*/ttl: 1800/' {first.site}/Content/legal/terms.json5", "published at all nodes"),
        (f"portico fleet wait {operators}", ""),
        (f"portico purge --all {operators}", "here, at the others and in Varnish"),
        (f"kill -9 {first.server.process.pid}", "a node dies; HAProxy sends visitors to the others"),
        (f"kill -STOP {last.server.process.pid}; sleep 40; kill -CONT {last.server.process.pid}",
         "a node hangs: the page Nodes says so"),
    ]
    print("\n".join(lines) + "\n\nWorth trying:")
    for command, meaning in tries:
        print(f"  {command}" + (f"    # {meaning}" if meaning else ""))
    print("\nCtrl-C ends everything.", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=3)
    parser.add_argument("--programs", default=str(ROOT / ".build/release"))
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, end_with_finally)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="portico-fleet-") as folder:
        fleet = Fleet(folder, asked.programs, [f"node-{number + 1}" for number in range(asked.nodes)], ROOT,
                      shop_settings(FIRST_DECLARED_PORT), ports=[
                          EDGE, BALANCER, *(port + number for number in range(asked.nodes)
                                            for port in (VISITORS, OPERATORS, PEERS))])
        shop = Server("shop", folder, [fleet.programs / "flower-shop", "run"])
        try:
            shop.start()
            fleet.start()
            print(f"{len(fleet.nodes)} nodes serve the sample shop after {time.monotonic() - begun:.1f} s")
            introduce(fleet)
            while shop.runs:
                time.sleep(1)
            raise Failure(f"the services of the shop ended: {shop.said()}")
        except KeyboardInterrupt:
            print()
        except Failure as failure:
            sys.exit(str(failure))
        finally:
            fleet.stop()
            shop.stop()


if __name__ == "__main__":
    main()
