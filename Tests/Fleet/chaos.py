# SPDX-License-Identifier: Apache-2.0
"""A fleet under load whose nodes die, hang and are cut off, and whose database goes away and back in time."""

import collections
import json
import os
import re
import signal
import threading
import time

from judge import Judge
from load import ITEMS, Client, Load
from network import BACK, FRONT, MARK, Network
from shop import wait_for
from trialsite import Service, TrialSite

NODES = 5
# Seconds of a hang and of a cut, and from one failure to the next.
HANG, CUT, PAUSE = 30, 15, (4, 10)
ALL = f"kept by the store and by {NODES} nodes"


def chaos(trial):
    """Nodes that die, hang and are cut off, and a store that stops and goes back in time, under load."""
    names = [f"node-{number + 1}" for number in range(NODES)]
    network = Network(names) if os.environ.get(MARK) else None
    trial.say("partitions by network namespaces" if network else "no partitions: they need the rights of root")
    with Service(f"{FRONT}.1" if network else "127.0.0.1") as service:
        fleet = trial.fleet(NODES, TrialSite(service), options=["--fleet-follow", "--keep-cache"],
                            places=network and network.places, store=f"{BACK}.1" if network else "127.0.0.1")
        run = Chaos(trial, fleet, service, network)
        try:
            fleet.start()
            run.run()
        finally:
            run.load.ended.set()
            run.ended.set()
            fleet.stop()


class Chaos:
    def __init__(self, trial, fleet, service, network):
        self.trial, self.fleet, self.service, self.network = trial, fleet, service, network
        self.site, self.load, self.judge = TrialSite(service), Load(), Judge(fleet)
        self.ended, self.revision, self.jobs = threading.Event(), 0, collections.deque()
        self.busy, self.lock, self.done = set(), threading.Lock(), collections.Counter()
        self.refused = set()

    # What operators do

    def publish(self, node):
        """Publishes the next revision at a node, and notes what was promised."""
        self.revision += 1
        self.site.revise(node, self.revision)
        try:
            status, said = node.order("POST", "/fleet/publish", {}, seconds=25)
        except (OSError, ValueError):
            return self.note("publications without an answer")
        if status != 200:
            self.refused.add(said["detail"] if isinstance(said, dict) else said)
            return self.note(f"publications refused with {status}")
        self.note("publications")
        self.judge.published.append((time.time(), said["edition"], self.revision, said["fleet"] == ALL))
        return said

    def purge(self, node):
        item, version = self.trial.random.randrange(ITEMS), self.service.advance()
        try:
            status, said = node.order("POST", "/purge", {"tag": f"item-{item}", "hard": True}, seconds=5)
        except (OSError, ValueError):
            return self.note("purges without an answer")
        if status not in (200, 202):
            return self.note(f"purges refused with {status}")
        count = int(re.search(r"by (\d+)", said["fleet"])[1])
        # Who is neither missing nor counted was not expected.
        known = count + len(said["missing"]) == NODES
        having = {other.name for other in self.fleet.nodes} - set(said["missing"]) if known else {node.name}
        self.note("purges" if said["fleet"] == ALL else "purges that some nodes had later")
        self.judge.purged.append((time.time(), item, version, having))
        if len(having) == NODES:
            self.jobs.append((said["id"], item, version))

    def note(self, what):
        with self.lock:
            self.done[what] += 1

    def operate(self, act, pause):
        while not self.ended.wait(self.trial.random.uniform(0.5, 1.5) * pause):
            act(self.trial.random.choice(self.fleet.nodes))

    def follow_edges(self):
        """Notes when the edge was purged, too."""
        while not self.ended.wait(0.05):
            if not self.jobs:
                continue
            job, item, version = self.jobs.popleft()
            try:
                status, said = self.trial.random.choice(self.fleet.nodes).order("GET", f"/purges/{job}", seconds=2)
            except (OSError, ValueError):
                status, said = 0, {}
            if status == 200 and said["state"] == "done":
                self.judge.edge_purged.append((time.time(), item, version))
            elif status != 200 or said["state"] != "failed":
                self.jobs.append((job, item, version))

    # What goes wrong

    def kill(self, node):
        node.server.stop(signal.SIGKILL)
        time.sleep(self.trial.random.uniform(0, 5))
        node.start()

    def hang(self, node):
        node.server.send(signal.SIGSTOP)
        time.sleep(HANG)
        node.server.send(signal.SIGCONT)

    def cut(self, node):
        self.network.cut(node.name)
        time.sleep(CUT)
        self.network.heal(node.name)

    def stop_store(self, _):
        self.fleet.database.stop(signal.SIGQUIT)
        time.sleep(5)
        self.fleet.database.start()

    def restore_store(self, _):
        self.fleet.database.stop(signal.SIGQUIT)
        self.fleet.database.restore()
        self.fleet.database.start()

    def fail(self, act, node):
        """Does something to a node, or to the store, unless something is being done to it."""
        target = node.name if node else "store"
        with self.lock:
            if target in self.busy:
                return None
            self.busy.add(target)
            self.done[act.__name__.replace("_", " ")] += 1

        def work():
            begun = time.time()
            try:
                act(node)
            except Exception as error:
                self.judge.broken.append(f"{act.__name__} of {target}: {error!r}")
            # Its timers are late for a moment.
            if node:
                self.judge.excused[target].append((begun, time.time() + 1))
            with self.lock:
                self.busy.discard(target)
        thread = threading.Thread(target=work)
        thread.start()
        return thread

    # The course of the trial

    def run(self):
        trial, fleet = self.trial, self.fleet
        if self.publish(fleet.nodes[0]) is None:
            raise RuntimeError(f"the first publication was not made: {dict(self.done)}")
        fleet.settle()
        fleet.database.stop()
        fleet.database.save()
        fleet.database.start()
        self.begin_load()
        operators = [threading.Thread(target=self.operate, args=(self.purge, 0.3)),
                     threading.Thread(target=self.operate, args=(self.publish, 4))]
        follower = threading.Thread(target=self.follow_edges)
        for thread in [*operators, follower]:
            thread.start()
        self.break_things()
        self.ended.set()
        for thread in operators:
            thread.join()
        fleet.settle(180)
        trial.say(", ".join(f"{count} {what}" for what, count in sorted(self.done.items())))
        for text in sorted(self.refused):
            trial.say(f"  refused: {text}")
        late = self.late_at_the_edge()
        trial.figure("answers that the edge took from nodes that had a purge later", str(len(late)), "0")
        self.go_back_in_time()
        self.end()

    def begin_load(self):
        for node in self.fleet.nodes:
            self.load.visit(node.name, node.place.front, node.visitors, mayFail=True)
        for _ in range(2):
            self.load.visit("edge", "127.0.0.1", self.fleet.edge_port)
        self.load.visit("balancer", "127.0.0.1", self.fleet.balancer_port)

    def break_things(self):
        end = time.monotonic() + self.trial.asked.seconds
        middle, threads, left = (time.monotonic() + end) / 2, [], []
        acts = [self.kill, self.kill, self.hang, self.stop_store] + ([self.cut, self.cut] if self.network else [])
        while time.monotonic() < end:
            left = left or self.trial.random.sample(acts, len(acts))
            act = left.pop()
            if time.monotonic() > middle and not self.done["restore store"]:
                act = self.restore_store
            ofStore = act in (self.stop_store, self.restore_store)
            threads.append(self.fail(act, None if ofStore else self.trial.random.choice(self.fleet.nodes)))
            time.sleep(self.trial.random.uniform(*PAUSE))
        for thread in filter(None, threads):
            thread.join()

    def go_back_in_time(self):
        """Restores the store while nothing is published or purged: what nodes keep must stay as it is."""
        kept = self.kept()
        self.restore_store(None)
        # This backup is older than the history that began with the first restore, of which nodes must be told.
        self.fleet.database.ask("UPDATE portico_fleet_trial.fleet_state SET identity = ''", "fleet")
        self.fleet.settle(180)
        after = self.kept()
        self.trial.rule("answers that a purge of before the restore took", [
            f"{path} at {node}: {kept[node, path]}, then {after[node, path]}" for node, path in kept
            if kept[node, path] != after[node, path]])

    def kept(self):
        """By node and path the answer that it keeps."""
        answers = {}
        for node in self.fleet.nodes:
            client = Client(node.place.front, node.visitors)
            for path in ["/config", "/screens/note", *(f"/items/{item}" for item in range(0, ITEMS, 5))]:
                client.get(path)
                answers[node.name, path] = client.get(path)[2]
            client.close()
        return answers

    def end(self):
        trial, fleet, judge = self.trial, self.fleet, self.judge
        said = self.publish(fleet.nodes[-1])
        if said is None:
            raise RuntimeError(f"the last publication was not made: {self.refusals[-1:]}")
        behind = []
        for node in fleet.nodes:
            try:
                wait_for(lambda: node.standing()[0]["edition"] == said["edition"], "the last publication", 20)
            except RuntimeError as error:
                behind.append(f"{node.name}: {error}")
        trial.rule("nodes that do not serve the last publication", behind)
        old = self.old_at_the_edge()
        self.load.end()
        judge.judge(trial, self.load)
        trial.rule("answers at the edge that stay old", old)
        trial.say(f"{self.load.count} answers, {len(self.load.failed)} failed behind the balancer")
        for text in self.load.failed[:5]:
            trial.say(f"  {text}")

    def late_at_the_edge(self):
        """Items that the edge still has from before a purge that some nodes did not have when it was answered."""
        client, floors = Client("127.0.0.1", self.fleet.edge_port), {}
        for _, item, version, _ in self.judge.purged:
            floors[item] = max(version, floors.get(item, 0))
        late = [item for item, version in floors.items()
                if json.loads(client.get(f"/items/{item}")[2])["version"] < version]
        client.close()
        return late

    def old_at_the_edge(self):
        """Paths whose answers at the edge are not of the last publication, some seconds after it."""
        client, old = Client("127.0.0.1", self.fleet.edge_port), []

        def is_new(path):
            return json.loads(client.get(path)[2])["revision"] == self.revision
        for path in ["/config", "/screens/note", *(f"/items/{item}" for item in range(0, ITEMS, 5))]:
            try:
                wait_for(lambda: is_new(path), "a new answer", 20)
            except RuntimeError:
                old.append(path)
        client.close()
        return old
