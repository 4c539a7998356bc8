# SPDX-License-Identifier: Apache-2.0
"""A database whose standby takes over without its last seconds."""

import re
import signal
import subprocess
import time

from load import ITEMS, Client, Load, mixed
from servers import POSTGRESQL, Database, Failure, Server
from shop import wait_for
from trialsite import Service, TrialSite
from world import free_ports

NODES = 3
# Seconds of orders that the standby does not have.
LOST = 5


class Pair(Database):
    """A primary and an asynchronous standby, with a relay in front that leads to the one that runs."""

    def __init__(self, folder, host="127.0.0.1"):
        super().__init__(folder, host)
        self.relay_port, self.standby_port, statistics = free_ports(3)
        self.standby_data = self.folder / "standby"
        self.standby = Server("standby", folder, [
            *self.user, POSTGRESQL / "postgres", "-D", self.standby_data, "-p", self.standby_port])
        rules = folder / "relay.cfg"
        rules.write_text(f"""
defaults
  mode tcp
  timeout connect 1s
  timeout client 1h
  timeout server 1h
frontend database
  bind {host}:{self.relay_port}
  default_backend servers
backend servers
  default-server check inter 200ms fall 1 rise 1 on-marked-down shutdown-sessions
  server primary {host}:{self.port}
  server standby {host}:{self.standby_port} backup
""")
        self.relay = Server("relay", folder, ["haproxy", "-db", "-f", rules])

    def address(self, database="postgres"):
        return f"postgresql://postgres@{self.host}:{self.relay_port}/{database}?sslmode=disable"

    def start(self):
        super().start()
        self.call(POSTGRESQL / "pg_basebackup", "-D", self.standby_data, "-R", "-c", "fast", "-h", self.host, "-p",
                  self.port, "-U", "postgres")
        self.relay.start()
        self.standby.start()
        self.relay.wait(self.answers)
        self.wait_for_standby()

    def answers(self):
        try:
            return self.ask("SELECT 1") == [["1"]]
        except Failure:
            return False

    def wait_for_standby(self):
        """Waits until the standby has all that the primary has."""
        wait_for(lambda: self.ask("SELECT count(*) FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()")
                 == [["1"]], "a standby that has everything", 30)

    def fail_over(self):
        """The primary dies, and the standby takes over."""
        self.server.stop(signal.SIGKILL)
        self.standby.start()
        self.standby.wait(lambda: subprocess.run(
            [POSTGRESQL / "pg_isready", "-q", "-h", self.host, "-p", str(self.standby_port)]).returncode == 0)
        self.call(POSTGRESQL / "pg_ctl", "promote", "-w", "-D", self.standby_data)

    def stop(self, number=signal.SIGINT):
        for server in (self.relay, self.standby, self.server):
            server.stop(number)


def failover(trial):
    """A standby that takes over from a PostgreSQL that dies before it has sent its last seconds."""
    with Service() as service:
        fleet = trial.fleet(NODES, TrialSite(service), edge=False, options=["--fleet-follow"], database=Pair)
        load, run = Load(), None
        try:
            fleet.start()
            run = Failover(trial, fleet, service, load)
            run.run()
        finally:
            load.ended.set()
            fleet.stop()


class Failover:
    def __init__(self, trial, fleet, service, load):
        self.trial, self.fleet, self.service, self.load = trial, fleet, service, load
        self.site, self.revision, self.items, self.editions = TrialSite(service), 0, [], []

    def publish(self):
        self.revision += 1
        node = self.trial.random.choice(self.fleet.nodes)
        self.site.revise(node, self.revision)
        status, said = node.order("POST", "/fleet/publish", {}, seconds=25)
        if status != 200:
            raise Failure(f"POST /fleet/publish: {status} {said}")
        self.editions.append(said["edition"])

    def purge(self):
        """Purges the next item, and returns what was acknowledged."""
        self.items.append(len(self.items) % ITEMS)
        self.service.advance()
        node = self.trial.random.choice(self.fleet.nodes)
        status, said = node.order("POST", "/purge", {"tag": f"item-{self.items[-1]}", "hard": True})
        if status not in (200, 202):
            raise Failure(f"POST /purge: {status} {said}")
        return said["fleet"]

    def run(self):
        trial, database = self.trial, self.fleet.database
        self.publish()
        for _ in range(5):
            self.purge()
        self.fleet.settle()
        for node in self.fleet.nodes:
            self.load.visit(node.name, node.place.front, node.visitors)
        database.wait_for_standby()
        database.standby.stop(signal.SIGINT)
        unreplicated, end = [], time.monotonic() + LOST
        before = len(self.editions)
        while time.monotonic() < end:
            if len(self.items) % 10 == 0:
                self.publish()
            unreplicated.append(self.purge())
            time.sleep(0.2)
        begun = time.monotonic()
        database.fail_over()
        promoted = time.monotonic()
        # Purges go on by push meanwhile, and publications are made by the new primary.
        pushed = self.purge()
        self.fleet.settle(120)
        trial.say(f"{len(unreplicated)} purges and {len(self.editions) - before} publications that the standby did not "
                  f"have, {sum(told.startswith('kept by the store') for told in unreplicated)} of them kept by the store")
        trial.say(f"a purge right behind: {pushed}")
        trial.figure("from the new primary to a log that has everything again", f"{time.monotonic() - promoted:.1f} s "
                     f"({time.monotonic() - begun:.1f} s from the death of the old one)", "30 s")
        self.publish()
        self.fleet.settle()
        self.load.end()
        self.judge()

    def judge(self):
        trial, fleet = self.trial, self.fleet
        rows = fleet.database.ask(
            "SELECT entry::json->>'order' FROM portico_fleet_trial.fleet_log WHERE kind = 'purge'", "fleet")
        recorded = sorted(int(re.search(r"item-(\d+)", order)[1]) for (order,) in rows)
        trial.rule("purges that are not in the store, or twice",
                   [] if recorded == sorted(self.items) else [f"ordered {sorted(self.items)}, recorded {recorded}"])
        rows = fleet.database.ask(
            "SELECT entry::json->'body'->'edition'->>'name' FROM portico_fleet_trial.fleet_log"
            " WHERE kind = 'publication'", "fleet")
        published = {edition for (edition,) in rows}
        trial.rule("publications that are not in the store",
                   [edition for edition in self.editions if edition not in published])
        trial.rule("nodes that do not serve the last publication", [
            node.name for node in fleet.nodes if node.standing()[0]["edition"] != self.editions[-1]])
        trial.rule("nodes that serve an old answer", list(self.old_answers()))
        trial.rule("nodes whose annotations do not say that entries were given back", [
            node.name for node in fleet.nodes
            if "began another history" not in str(node.order("GET", "/annotations?from=-1h")[1])])
        given = [int(found[1]) for node in fleet.nodes
                 for found in re.finditer(r"gives (\d+) entries back", str(node.order("GET", "/annotations?from=-1h")[1]))]
        trial.say(f"entries that nodes gave back: {given}")
        trial.rule("rounds in which no node gave anything back", [] if any(given) else ["all"])
        trial.rule("failed answers", self.load.failed)
        trial.rule("mixed answers", mixed(self.load.seen))
        trial.say(f"{self.load.count} answers")

    def old_answers(self):
        """Answers of an earlier revision, or of an item that was purged since."""
        for node in self.fleet.nodes:
            client = Client(node.place.front, node.visitors)
            if f'"revision":{self.revision},'.encode() not in client.get("/screens/note")[2]:
                yield f"{node.name}: /screens/note"
            last = self.items[-1]
            if f'"version":{self.service.version},'.encode() not in client.get(f"/items/{last}")[2]:
                yield f"{node.name}: /items/{last}"
            client.close()
