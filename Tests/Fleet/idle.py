# SPDX-License-Identifier: Apache-2.0
"""What a fleet that does nothing asks of its database."""

import time

from trialsite import Service, TrialSite

NODES = 5
# Seconds between two looks at what the connections do.
STEP = 0.25


def idle(trial):
    """Requests of five idle nodes at PostgreSQL, and how long they hold transactions and snapshots."""
    with Service() as service:
        fleet = trial.fleet(NODES, TrialSite(service), edge=False)
        try:
            fleet.start()
            database, seconds = fleet.database, max(30, trial.asked.seconds)
            database.ask("CREATE EXTENSION pg_stat_statements")
            # What nodes ask after their start is over when their notifications are heard.
            time.sleep(10)
            before, begun = counts(database), time.monotonic()
            longest, held = watch(database, begun + seconds)
            after, took = counts(database), time.monotonic() - begun
            asked, statements, connections = (now - then for now, then in zip(after, before))
            store = [node.standing()[0] for node in fleet.nodes]
            trial.figure(f"transactions a node and second, {took:.0f} s", f"{asked / took / NODES:.2f}", "at most 0.3")
            # A beat is one statement every five seconds, and a notification every ten.
            trial.figure("statements a node and second", f"{statements / took / NODES:.2f}", "at most 0.3")
            trial.rule("statements a node and second beyond 0.4",
                       [f"{statements / took / NODES:.2f}"] if statements / took / NODES > 0.4 else [])
            trial.figure("connections a node", f"{after[2] / NODES:.1f}", "1 and 1 that listens")
            trial.figure("longest transaction", f"{longest * 1e3:.0f} ms", "at most 100 ms")
            trial.figure("longest hold of a snapshot", f"{held:.1f} s", "at most 5 s")
            trial.rule("nodes that do not hear notifications",
                       [f"node {number + 1}: {row}" for number, row in enumerate(store) if row["wakes"] != "heard"])
            for count, text in statements_by_count(database):
                trial.say(f"  {count} times {text}")
        finally:
            fleet.stop()


def counts(database):
    """Transactions and statements so far, and connections."""
    ((transactions, connections),) = database.ask(
        "SELECT xact_commit + xact_rollback, numbackends FROM pg_stat_database WHERE datname = 'fleet'")
    ((statements,),) = database.ask(
        "SELECT coalesce(sum(calls), 0) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid"
        " WHERE datname = 'fleet'")
    return int(transactions), int(statements), int(connections)


def statements_by_count(database):
    return database.ask(
        "SELECT calls, left(regexp_replace(query, '\\s+', ' ', 'g'), 90) FROM pg_stat_statements s"
        " JOIN pg_database d ON d.oid = s.dbid WHERE datname = 'fleet' ORDER BY calls DESC LIMIT 8")


def watch(database, end):
    """The longest transaction, and the longest time for which one connection held one snapshot, in seconds."""
    longest, held, holds = 0, 0, {}
    while time.monotonic() < end:
        present = {}
        for process, age, xmin in database.ask(
                "SELECT pid, coalesce(extract(epoch FROM clock_timestamp() - xact_start), 0),"
                " coalesce(backend_xmin::text, '') FROM pg_stat_activity WHERE datname = 'fleet'"):
            longest = max(longest, float(age))
            if xmin:
                present[process, xmin] = holds.get((process, xmin), time.monotonic())
                held = max(held, time.monotonic() - present[process, xmin])
        holds = present
        time.sleep(STEP)
    return longest, held
