# SPDX-License-Identifier: Apache-2.0
"""A fleet whose nodes get another release one after the other, and one of them the earlier one again."""

import time

from load import ITEMS, Client, Load, mixed
from servers import Failure
from shop import wait_for
from trialsite import Service, TrialSite

NODES = 3


def upgrade(trial):
    """Nodes drained and started again one after the other under load; with --other from the release before."""
    with Service() as service:
        fleet, load = trial.fleet(NODES, TrialSite(service)), Load()
        course = Upgrade(trial, fleet, service)
        try:
            for node in fleet.nodes:
                node.use(course.old)
            fleet.start()
            for _ in range(2):
                for port in (fleet.edge_port, fleet.balancer_port):
                    load.visit(f"port {port}", "127.0.0.1", port)
            course.run()
            load.end()
            trial.rule("failed answers", load.failed)
            trial.rule("mixed answers", mixed(load.seen))
            trial.rule("nodes that did not catch up", course.behind)
            trial.rule("publications, purges and rollouts that a node did not make within 10 s", course.missed)
            trial.say(f"{load.count} answers")
        finally:
            load.ended.set()
            fleet.stop()


class Upgrade:
    def __init__(self, trial, fleet, service):
        self.trial, self.fleet, self.service, self.site = trial, fleet, service, TrialSite(service)
        self.new = fleet.programs / "portico"
        self.old = trial.asked.other.resolve() if trial.asked.other else self.new
        self.behind, self.missed, self.revision, self.item = [], [], 0, 0

    def run(self):
        first, *others = self.fleet.nodes
        trial = self.trial
        trial.say(f"from {self.old} to {self.new}" + ("" if trial.asked.other else ", the same program"))
        self.exchange("before")
        self.restart(first, self.new)
        self.exchange("one node of the new release")
        # A node that goes back reads what a newer one has written to the store, and to its own files.
        self.restart(first, self.old)
        self.exchange("all of the old one again")
        for node in (first, *others):
            self.restart(node, self.new)
            self.exchange(f"{node.name} of the new release, too")
        versions = {row["version"] for row in first.standing()[1].values()}
        trial.rule("versions of nodes besides the one of the new release", sorted(versions)[1:])

    def restart(self, node, program):
        """Drains a node, ends it and starts it with a program."""
        other = next(each for each in self.fleet.nodes if each is not node)
        done = node.command("fleet", "drain")
        if done.returncode:
            raise Failure(f"portico fleet drain: {done.stdout}{done.stderr}")
        wait_for(lambda: self.fleet.balanced()[node.name] == "DOWN", f"a balancer without {node.name}")
        node.server.stop()
        node.use(program)
        node.start()
        done = other.command("fleet", "wait", "--timeout", "60s")
        if done.returncode:
            self.behind.append(f"{node.name}: {done.stdout}{done.stderr}")
        wait_for(lambda: self.fleet.balanced()[node.name] == "UP", f"a balancer with {node.name}")

    def exchange(self, when):
        """Publishes and purges at each node in turn, so that it goes from every release to every other one."""
        told = []
        for node in self.fleet.nodes:
            self.revision += 1
            self.site.revise(node, self.revision)
            self.wait_for("/screens/note", f'"revision":{self.revision},', f"{when}, published at {node.name}")
            self.item = (self.item + 1) % ITEMS
            path, version = f"/items/{self.item}", self.service.advance()
            for each in self.fleet.nodes:
                client = Client(each.place.front, each.visitors)
                client.get(path)
                client.close()
            version = self.service.advance()
            status, said = node.order("POST", "/purge", {"tag": f"item-{self.item}", "hard": True})
            if status not in (200, 202):
                raise Failure(f"POST /purge at {node.name}: {status} {said}")
            told.append(said["fleet"] == f"kept by the store and by {NODES} nodes")
            self.wait_for(path, f'"version":{version},', f"{when}, purged at {node.name}")
        self.trial.say(f"{when}: {sum(told)} of {NODES} purges acknowledged by all nodes and the store")
        for number in range(NODES):
            self.roll_out(self.fleet.nodes[number], self.fleet.nodes[(number + 1) % NODES], when)

    def roll_out(self, first, second, when):
        """Begins a rollout at one node and returns it at another one, so that each tells all others both."""
        editions = {row["edition"] for row in first.standing()[1].values()}
        kept = [row["edition"] for row in first.order("GET", "/content")[1]["editions"]]
        earlier = next(edition for edition in kept if edition not in editions)
        self.order(first, "/rollout", {"action": "start", "edition": earlier})
        self.wait_for_share("5.0 %", f"{when}, rolled out at {first.name}")
        self.order(first, "/rollout", {"action": "next"})
        self.wait_for_share("50.0 %", f"{when}, rolled out at {first.name}")
        self.order(second, "/rollout", {"action": "return"})
        self.wait_for_share("none", f"{when}, returned at {second.name}")
        # Changed files are published again: those of the last node are what is served.
        self.order(self.fleet.nodes[-1], "/orders/rollback", {})

    def order(self, node, path, order):
        status, said = node.order("POST", path, order)
        if status not in (200, 202):
            raise Failure(f"POST {path} {order} at {node.name}: {status} {said}")

    def wait_for_share(self, share, what):
        for node in self.fleet.nodes:
            end = time.monotonic() + 10
            while not (node.standing()[1][node.name].get("rollout") or "none").startswith(share):
                if time.monotonic() > end:
                    self.missed.append(f"{what}: the share at {node.name}")
                    break
                time.sleep(0.05)

    def wait_for(self, path, text, what):
        for node in self.fleet.nodes:
            client, end = Client(node.place.front, node.visitors), time.monotonic() + 10
            while text.encode() not in client.get(path)[2]:
                if time.monotonic() > end:
                    self.missed.append(f"{what}: {path} at {node.name}")
                    break
                time.sleep(0.02)
            client.close()
