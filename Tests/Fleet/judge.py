# SPDX-License-Identifier: Apache-2.0
"""Holds what visitors saw in a trial against what operators were promised."""

import collections
import json

from load import ITEMS, mixed


class Judge:
    def __init__(self, fleet):
        self.fleet = fleet
        # The time of the answer, with: edition, revision and whether all nodes had it; item, version and who had it.
        self.published, self.purged, self.edge_purged = [], [], []
        # By node the times in which it was not itself, and failures of the trial's own.
        self.excused, self.broken = collections.defaultdict(list), []

    def judge(self, trial, load):
        log, old, undone, edge = self.log(), [], [], []
        for name, seen in self.by_place(load.seen).items():
            if name.startswith("node"):
                old += older(seen, [(at, item, version) for at, item, version, having in self.purged if name in having])
                undone += self.undone(name, seen, log)
            elif name == "edge":
                edge = older(seen, self.edge_purged)
        trial.rule("mixed answers", mixed(load.seen))
        trial.rule("answers of a node older than a purge that it acknowledged", old)
        trial.rule("answers of a node older than a publication permits", undone)
        trial.rule("answers of the edge older than a purge that was done there", edge)
        trial.rule("acknowledged publications that are not in the store or at a node", self.lost_publications())
        trial.rule("acknowledged purges that are not in the store", self.lost_purges())
        trial.rule("failures of the trial itself", self.broken)

    @staticmethod
    def by_place(seen):
        places = collections.defaultdict(list)
        for answer in sorted(seen, key=lambda answer: answer.begun):
            places[answer.where].append(answer)
        return places

    def log(self):
        """By edition its last place in the order of changes: the first position that an entry had."""
        rows = self.fleet.database.ask(
            "SELECT began, mark, number, entry::json->>'first', entry::json->'body'->'edition'->>'name'"
            " FROM portico_fleet_trial.fleet_log WHERE kind = 'publication'", "fleet")
        places = {}
        for began, mark, number, first, edition in rows:
            place = (int(began), int(mark) % 2**64, int(number))
            if first:
                began, mark, number = first.split(".")
                place = (int(began), int(mark, 16), int(number))
            places[edition] = max(place, places.get(edition, place))
        return places

    def undone(self, name, seen, log):
        """Answers of editions before one that all nodes were to serve a second ago, or before one that the node has
        served."""
        wrong, last, why, promised = [], None, "", collections.deque(
            (at + 1, edition) for at, edition, _, everywhere in self.published if everywhere)
        for answer in seen:
            while promised and promised[0][0] < answer.begun:
                at, edition = promised.popleft()
                if log.get(edition, (0, 0, 0)) > log.get(last, (0, 0, 0)):
                    last, why = edition, f"which all were to serve from {at:.2f} on"
            if any(begin <= answer.at and answer.begun <= end for begin, end in self.excused[name]):
                continue
            if last and answer.edition in log and log[answer.edition] < log.get(last, (0, 0, 0)):
                wrong.append(f"{answer.path} at {name} at {answer.begun:.2f} has revision {answer.revision} of "
                             f"{answer.edition}, after {last}, {why}")
            elif answer.edition in log:
                last, why = answer.edition, f"which it served at {answer.begun:.2f}"
        return wrong

    def lost_publications(self):
        recorded, wrong = self.log(), []
        journals = {node.name: "".join(file.read_text() for file in node.folder.rglob("fleet.jsonl"))
                    for node in self.fleet.nodes}
        for _, edition, revision, _ in self.published:
            entry = f'"publication","body":{{"edition":{{"name":"{edition}"'
            places = [name for name, text in journals.items() if entry not in text]
            if edition not in recorded:
                places.append("the store")
            if places:
                wrong.append(f"revision {revision}, edition {edition}: not at {', '.join(places)}")
        return wrong

    def lost_purges(self):
        rows = self.fleet.database.ask(
            "SELECT entry::json->>'order' FROM portico_fleet_trial.fleet_log WHERE kind = 'purge'", "fleet")
        recorded = collections.Counter(int(json.loads(order)["tag"].removeprefix("item-")) for (order,) in rows)
        ordered = collections.Counter(item for _, item, _, _ in self.purged)
        return [f"item {item}: {recorded[item]} of {ordered[item]}" for item in range(ITEMS)
                if recorded[item] < ordered[item]]


def older(seen, promised):
    """Answers with an older version than was promised before they were asked for."""
    wrong, floors, waiting = [], {}, collections.deque(sorted(promised))
    for answer in seen:
        while waiting and waiting[0][0] < answer.begun:
            at, item, version = waiting.popleft()
            floors[item] = max(floors.get(item, (0, 0)), (version, at))
        if answer.version is None:
            continue
        version, at = floors.get(int(answer.path.rsplit("/")[-1]), (0, 0))
        if answer.version < version:
            wrong.append(f"{answer.path} at {answer.where} has version {answer.version}, {answer.begun - at:.2f} s "
                         f"after {version} was promised")
    return wrong
