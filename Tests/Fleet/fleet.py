#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a fleet on this machine: PostgreSQL, nodes, HAProxy and Varnish in front of them.

Without --check it runs until Ctrl-C, and says what is worth trying. With --check it restarts one node after the other
under load, kills one, takes the database away, and measures purges and publications.
"""

import argparse
import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
POSTGRES = pathlib.Path("/usr/lib/postgresql/15/bin")
SITE = """{
  languages: { published: ["en"], source: "en", default: "en" }, roots: "*",
  // Small lifetimes show at once what a CDN keeps.
}"""


def say(text):
    print(text, flush=True)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def ask(port, path, body=None, timeout=10):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        fields = {"Host": "localhost"}
        if body is not None:
            fields["Content-Type"] = "application/json"
        connection.request("GET" if body is None else "POST", path, body, fields)
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def wait_until(what, holds, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if holds():
                return
        except (OSError, http.client.HTTPException, ValueError, KeyError):
            pass
        time.sleep(0.05)
    raise SystemExit(f"waited in vain until {what}")


class Database:
    def __init__(self, folder):
        self.folder, self.port, self.process = folder, free_port(), None
        folder.mkdir()
        self.user = []
        if os.getuid() == 0:
            shutil.chown(folder, "postgres")
            self.user = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        subprocess.run(
            self.user
            + [POSTGRES / "initdb", "-D", folder / "data", "-U", "postgres", "-A", "trust", "-E", "UTF8", "--no-sync"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd="/",
        )

    @property
    def address(self):
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres?sslmode=disable"

    def start(self):
        self.process = subprocess.Popen(
            self.user
            + [
                POSTGRES / "postgres", "-D", self.folder / "data", "-p", str(self.port),
                "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories=", "-c", "max_connections=400",
            ],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
        )
        wait_until("the database takes connections", self.is_there)

    def is_there(self):
        with socket.create_connection(("127.0.0.1", self.port), 1):
            return True

    def stop(self):
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()


class Node:
    def __init__(self, number, fleet):
        self.name, self.fleet = f"node-{number}", fleet
        self.folder = fleet.folder / self.name
        self.visitors, self.operators, self.peers = free_port(), free_port(), free_port()
        (self.folder / "shop" / "Content").mkdir(parents=True)
        (self.folder / "shop" / "Content" / "site.json5").write_text(SITE)
        self.write("first")
        self.process = None

    def write(self, text):
        path = self.folder / "shop" / "Content" / "config.json5"
        draft = path.with_suffix(".new")
        draft.write_text('{ datatype: "config", body: { text: "%s" } }' % text)
        draft.rename(path)

    def start(self):
        log = open(self.folder / "log", "ab")
        self.process = subprocess.Popen(
            [
                self.fleet.program, "serve", "--site", self.folder / "shop", "--state", self.folder / "state",
                "--listen", f"127.0.0.1:{self.visitors}", "--admin", f"127.0.0.1:{self.operators}",
                "--fleet", self.fleet.database.address, "--node", self.name,
                "--node-listen", f"127.0.0.1:{self.peers}", "--loops", "1", "--history", "0",
            ],
            env={**os.environ, "PORTICO_FLEET_KEY": "a secret that all nodes share"},
            stdout=log,
            stderr=log,
        )
        self.wait()

    def wait(self):
        wait_until(f"{self.name} is ready", lambda: ask(self.operators, "/ready")[0] == 200)

    def stop(self, sort=signal.SIGTERM):
        self.process.send_signal(sort)
        self.process.wait()

    def text(self):
        return json.loads(ask(self.visitors, "/config")[1])["text"]

    def rows(self):
        return json.loads(ask(self.operators, "/nodes")[1])

    def purge(self):
        status, body = ask(self.operators, "/purge", '{"tag":"a"}')
        assert status == 200, body
        return json.loads(body)["fleet"]


class Fleet:
    def __init__(self, program, folder, count):
        self.program, self.folder = program, folder
        self.database = Database(folder / "database")
        self.nodes = [Node(number + 1, self) for number in range(count)]
        self.balancer, self.cache = free_port(), free_port()
        self.helpers = []

    def start(self):
        self.database.start()
        for node in self.nodes:
            node.start()
        self.settle()
        self.start_haproxy()
        self.start_varnish()

    def settle(self):
        """Waits until all nodes know each other and serve the same."""
        def holds():
            for node in self.nodes:
                rows = node.rows()["nodes"]
                if len(rows) != len(self.nodes) or len({row["edition"] for row in rows}) != 1:
                    return False
            return True
        wait_until("the nodes know each other", holds)

    def start_haproxy(self):
        servers = "\n".join(
            f"  server {node.name} 127.0.0.1:{node.visitors} check port {node.operators} inter 500 fall 1 rise 1"
            for node in self.nodes
        )
        path = self.folder / "haproxy.cfg"
        path.write_text(
            f"""defaults
  mode http
  timeout connect 1s
  timeout client 30s
  timeout server 30s
  option redispatch
  retries 3
  retry-on conn-failure empty-response
frontend visitors
  bind 127.0.0.1:{self.balancer}
  default_backend nodes
backend nodes
  balance roundrobin
  option httpchk GET /ready
  http-check send hdr Host localhost
{servers}
"""
        )
        self.helpers.append(
            subprocess.Popen(["/usr/sbin/haproxy", "-q", "-f", path], stderr=subprocess.DEVNULL)
        )
        wait_until("HAProxy answers", lambda: ask(self.balancer, "/config")[0] == 200)

    def start_varnish(self):
        path = self.folder / "default.vcl"
        path.write_text(
            f'vcl 4.1;\nbackend default {{ .host = "127.0.0.1"; .port = "{self.balancer}"; }}\n'
        )
        self.helpers.append(
            subprocess.Popen(
                ["/usr/sbin/varnishd", "-F", "-n", self.folder / "varnish", "-f", path, "-s", "malloc,32m",
                 "-a", f"127.0.0.1:{self.cache}"],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )
        wait_until("Varnish answers", lambda: ask(self.cache, "/config")[0] == 200)

    def stop(self):
        for node in self.nodes:
            if node.process and node.process.poll() is None:
                node.process.terminate()
        for node in self.nodes:
            if node.process:
                try:
                    node.process.wait(20)
                except subprocess.TimeoutExpired:
                    node.process.kill()
        for helper in reversed(self.helpers):
            helper.terminate()
            helper.wait()
        if self.database.process and self.database.process.poll() is None:
            self.database.stop()


class Load:
    """Asks the balancer again and again, and looks at every answer."""

    def __init__(self, port):
        self.port, self.count, self.failures, self.is_over = port, 0, [], False
        self.threads = [threading.Thread(target=self.run) for _ in range(4)]
        for thread in self.threads:
            thread.start()

    def run(self):
        while not self.is_over:
            try:
                status, body = ask(self.port, "/config")
                if status != 200:
                    self.failures.append(f"{status} {body[:80]!r}")
            except (OSError, http.client.HTTPException) as error:
                self.failures.append(repr(error))
            self.count += 1
            time.sleep(0.005)

    def end(self):
        self.is_over = True
        for thread in self.threads:
            thread.join()
        return self.count, self.failures


def shares(values):
    values = sorted(values)
    at = lambda share: values[min(len(values) - 1, int(len(values) * share))] * 1_000
    return f"p50 {at(0.5):.1f} ms, p99 {at(0.99):.1f} ms, most {values[-1] * 1_000:.1f} ms"


def measure_purges(fleet, count):
    times, said = [], {}
    for number in range(count):
        node = fleet.nodes[number % len(fleet.nodes)]
        begun = time.monotonic()
        text = node.purge()
        times.append(time.monotonic() - begun)
        said[text] = said.get(text, 0) + 1
    say(f"purges by {len(fleet.nodes)} nodes: {shares(times)}; {said}")


def measure_publications(fleet, count):
    """From the file's change to the first answer with it, and from the first node's to the last one's."""
    waits, spreads = [], []
    for number in range(count):
        text = f"edition {number}"
        seen = {}
        begun = time.monotonic()

        def watch(node):
            connection = http.client.HTTPConnection("127.0.0.1", node.visitors, timeout=30)
            while True:
                connection.request("GET", "/config", headers={"Host": "localhost"})
                if text.encode() in connection.getresponse().read():
                    seen[node.name] = time.monotonic()
                    return
                time.sleep(0.001)

        threads = [threading.Thread(target=watch, args=(node,)) for node in fleet.nodes]
        for thread in threads:
            thread.start()
        fleet.nodes[number % len(fleet.nodes)].write(text)
        for thread in threads:
            thread.join(60)
        assert len(seen) == len(fleet.nodes), f"{text} is served by {sorted(seen)}"
        waits.append(min(seen.values()) - begun)
        spreads.append(max(seen.values()) - min(seen.values()))
        # Followers' files say something else from now on, which is no change of theirs.
    say(f"publications: served {shares(waits)} behind the change; from the first node to the last one {shares(spreads)}")


def check(fleet):
    measure_purges(fleet, 200)
    measure_publications(fleet, 20)

    say("one node after the other is drained and restarted, under load")
    load = Load(fleet.balancer)
    for node in fleet.nodes:
        ask(node.operators, "/drain", "{}")
        time.sleep(1.5)
        node.stop()
        node.start()
        fleet.settle()
        time.sleep(1)
    count, failures = load.end()
    say(f"  {count} answers, {len(failures)} failed {failures[:3]}")
    assert not failures

    say("a node is killed while another one publishes")
    fleet.nodes[1].stop(signal.SIGKILL)
    fleet.nodes[0].write("behind the kill")
    wait_until("the others serve it", lambda: all(
        node.text() == "behind the kill" for node in fleet.nodes if node is not fleet.nodes[1]))
    fleet.nodes[1].start()
    assert fleet.nodes[1].text() == "behind the kill", fleet.nodes[1].text()

    say("the database is away")
    fleet.settle()
    fleet.database.stop()
    wait_until("the nodes notice", lambda: all(
        node.rows()["stores"][0]["store"] == "away" for node in fleet.nodes))
    times = []
    for node in fleet.nodes:
        begun = time.monotonic()
        said = node.purge()
        times.append(time.monotonic() - begun)
        assert "not recorded yet" in said, said
    say(f"  {said}: {shares(times)}")
    assert fleet.nodes[0].text() == "behind the kill"
    fleet.database.start()
    wait_until("everything is recorded", lambda: all(
        node.rows()["stores"][0]["store"] == "reached" and node.rows()["stores"][0]["unrecorded"] == 0
        for node in fleet.nodes))
    say("all is well")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--program", default=ROOT / ".build/release/portico", type=pathlib.Path)
    parser.add_argument("--nodes", default=3, type=int)
    parser.add_argument("--check", action="store_true", help="check and measure, and end")
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="portico-fleet-"))
    folder.chmod(0o755)
    begun = time.monotonic()
    fleet = Fleet(options.program, folder, options.nodes)
    try:
        fleet.start()
        say(f"{len(fleet.nodes)} nodes serve after {time.monotonic() - begun:.0f} s")
        if options.check:
            check(fleet)
            return
        first = fleet.nodes[0]
        say(f"  Varnish   http://127.0.0.1:{fleet.cache}/config")
        say(f"  HAProxy   http://127.0.0.1:{fleet.balancer}/config")
        for node in fleet.nodes:
            say(f"  {node.name}    http://127.0.0.1:{node.visitors}/config, console http://127.0.0.1:{node.operators}/nodes")
        say("Worth trying:")
        say(f"  {options.program} fleet --admin 127.0.0.1:{first.operators}")
        say(f"  {options.program} purge --all --admin 127.0.0.1:{first.operators}")
        say(f"  edit {first.folder}/shop/Content/config.json5, and look at the other nodes")
        signal.pause()
    except KeyboardInterrupt:
        pass
    except BaseException:
        for node in fleet.nodes:
            log = node.folder / "log"
            if log.exists():
                sys.stderr.write(f"--- {node.name}\n{log.read_text()[-3000:]}\n")
        raise
    finally:
        fleet.stop()
        shutil.rmtree(folder, ignore_errors=True)


main()
