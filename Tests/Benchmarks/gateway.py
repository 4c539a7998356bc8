# SPDX-License-Identifier: Apache-2.0
"""The gateway beside caches and aggregators: what is kept, what is composed."""

import contextlib
import http.client
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import typing

import orchestration
import passing
import peers
import servers
from loads import h2load, numbered, wrk

UNBOUNDED = 1 << 40


class Row(typing.NamedTuple):
    """One server in one scenario."""
    name: str
    server: servers.Server
    # Asks for so many seconds.
    load: typing.Callable
    # Says what is wrong with an answer, if anything is.
    check: typing.Callable


class Scenario(typing.NamedTuple):
    name: str
    title: str
    rows: list
    # The most that the first row may cost: microseconds, and its share of what a peer costs.
    goal: float
    rival: str
    share: float


def answer(port, path, fields=()):
    """Status, fields and body of one answer."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers=dict(fields))
    got = connection.getresponse()
    body = got.read()
    connection.close()
    return got.status, got.headers, body


# The servers by the names that the tables have.

def kept_paths(running, packed):
    """Where each cache has its answer of 2 KB: name, server, path."""
    peer = "/packed" if packed else "/kept"
    paths = [("Portico, plan", "Portico", "/en/kept"),
             ("Portico, document", "Portico", "/en/document")]
    paths += [(name, name, peer) for name in ("HAProxy cache", "nginx proxy_cache", "Varnish")]
    return [(name, running[server], path) for name, server, path in paths if server in running]


def kept(running, fields=(), size=range(1900, 2200), status=200, packed=False,
         protocol="http", conditional=False):
    """Rows that ask for a kept answer again and again."""
    rows = []
    for name, server, path in kept_paths(running, packed):
        port = server.ports["http"]
        asked = dict(fields)
        if conditional:
            port = server.ports.get("conditional", port)
            asked["If-None-Match"] = answer(port, path)[1]["ETag"]

        def check(port=port, path=path, asked=asked):
            for _ in range(3):
                got = answer(port, path, asked)
            if got[0] != status or len(got[2]) not in size:
                return f"{got[0]} with {len(got[2])} bytes"

        def load(seconds, server=server, port=port, path=path, asked=asked):
            if protocol == "h2c":
                return h2load(f"http://127.0.0.1:{server.ports['h2c']}{path}", seconds)
            return wrk(f"http://127.0.0.1:{port}{path}", seconds, asked)

        rows.append(Row(name, server, load, check))
    return rows


def ceiling(running, name="C ceiling"):
    server = running[name]
    return Row("C ceiling", server,
               lambda seconds: wrk(f"http://127.0.0.1:{server.ports['http']}/", seconds),
               lambda: None)


def composed(running):
    """Rows that ask for another composed answer each time."""
    rows = []
    expected = json.loads(answer(running["Portico"].ports["http"], "/en/composed/0")[2])
    places = [("Portico", "Portico", "/en/composed/{n}"), ("Go", "Go", "/composed/{n}"),
              ("Node", "Node", "/composed/{n}")]
    if peers.has_cjson():
        places.append(("nginx lua with cjson", "nginx lua", "/composed/{n}"))
    for name, server, path in places:
        if server in running:
            port = running[server].ports["http"]
            rows.append(Row(name, running[server], each(port, path), same(port, path, expected)))
    if "nginx lua" in running:
        port = running["nginx lua"].ports["http"]
        rows.append(Row("nginx lua, pasted unread", running["nginx lua"],
                        each(port, "/pasted/{n}"), has_parts(port)))
    return rows


def each(port, path):
    return lambda seconds: numbered(port, path, 1, UNBOUNDED, "each", seconds)


def same(port, path, expected):
    def check():
        got = json.loads(answer(port, path.replace("{n}", "7"))[2])
        instant = got.pop("_expire", None)
        rest = {name: value for name, value in expected.items() if name != "_expire"}
        if got != rest or not instant or len(rest) < 11:
            return f"{got} instead of {rest}"
    return check


def has_parts(port):
    def check():
        got = json.loads(answer(port, "/pasted/7")[2])
        if got != peers.parts():
            return f"{got}"
    return check


def scenarios(running):
    packed = {"Accept-Encoding": "gzip"}
    return [
        Scenario("kept-h1", "A kept answer of 2 KB, HTTP/1.1, 64 connections",
                 kept(running) + [ceiling(running)], 8.5, "HAProxy cache", 1.0),
        Scenario("kept-gzip", "The same, asked for and kept with gzip",
                 kept(running, packed, range(300, 1000), packed=True), 8.5, "HAProxy cache", 1.0),
        Scenario("kept-304", "The same, which the client has already: 304",
                 kept(running, size=range(1), status=304, conditional=True)
                 + [ceiling(running, "C ceiling, no body")], 6.0, "HAProxy cache", 0.72),
        Scenario("kept-h2c", "The same over h2c, 8 connections of 32 streams",
                 kept(running, protocol="h2c"), 4.3, "HAProxy cache", 1.0),
        Scenario("composed", "Four services fanned out, parsed, reshaped, composed; nothing kept",
                 composed(running), 60, "nginx lua, pasted unread", 1.09),
        Scenario("pass-small", "A pass of 2 KB without a cache, HTTP/1.1, 64 connections",
                 passing.rows(running, "small", Row), 18, "nginx", 1.16),
        Scenario("pass-large", "A pass of 1 MB without a cache, HTTP/1.1, 16 connections",
                 passing.rows(running, "large", Row), 500, "nginx", 0.81),
    ]


# Measuring.

def measure(row, seconds):
    """Microseconds of processor time a request, and requests a second."""
    before = row.server.cpu_seconds()
    done = row.load(seconds)
    used = row.server.cpu_seconds() - before
    if done.errors or not done.requests:
        raise SystemExit(f"{row.name}: {done.errors} errors among {done.requests} answers")
    return used * 1e6 / done.requests, done.requests / done.seconds


def rounds(chosen, count, seconds):
    """Goes through all rows of all scenarios again and again; the first second is not measured."""
    for scenario in chosen:
        for row in scenario.rows:
            fault = row.check()
            if fault:
                raise SystemExit(f"{scenario.name}, {row.name}: {fault}")
            row.load(1)
    results = {scenario.name: {row.name: [] for row in scenario.rows} for scenario in chosen}
    for _ in range(count):
        for scenario in chosen:
            for row in scenario.rows:
                results[scenario.name][row.name].append(measure(row, seconds))
    return results


def table(scenario, found):
    """Prints what a scenario came to; answers its line among the goals."""
    costs = {name: [cost for cost, _ in figures] for name, figures in found.items()}
    medians = {name: statistics.median(figures) for name, figures in costs.items()}
    ours = medians[scenario.rows[0].name]
    print(f"\n### {scenario.title} (`{scenario.name}`)\n")
    print("| server | µs CPU a request, median (min..max) | requests/s | ours / theirs |")
    print("|---|---|---|---|")
    for name in sorted(medians, key=medians.get):
        rate = statistics.median(rate for _, rate in found[name])
        print(f"| {name} | {medians[name]:.2f} ({min(costs[name]):.2f}..{max(costs[name]):.2f}) "
              f"| {rate:,.0f} | {ours / medians[name]:.2f} |")
    lines = [orchestration.line(scenario.name, scenario.goal, "µs", ours)]
    if scenario.rival in medians:
        shares = [a / b for (a, _), (b, _) in zip(found[scenario.rows[0].name],
                                                  found[scenario.rival])]
        lines.append(orchestration.line(scenario.name, scenario.share, f"of {scenario.rival}",
                                        statistics.median(shares)))
    return lines


# Running.

def installed(folder):
    """Every server that this machine has; one that is missing is named and skipped."""
    for name, source in (("ceiling", "ceiling"), ("answers-server", "answers")):
        subprocess.run(["cc", "-O2", "-o", folder / name, servers.HERE / f"{source}.c"], check=True)
    servers.certificate(folder)
    peers.write_answers(folder)
    peers.site(folder)
    made = {
        "C ceiling": servers.Server("C ceiling", [f"{folder}/ceiling", "18601",
                                                  str(servers.BODY)], {"http": 18601}),
        "C ceiling, no body": servers.Server("C ceiling, no body", [f"{folder}/ceiling", "18602", "0"],
                                             {"http": 18602}),
        "Portico": peers.gateway(folder), "HAProxy cache": servers.haproxy(folder),
        "nginx proxy_cache": servers.nginx(folder), "Varnish": peers.varnish(folder),
        "nginx lua": peers.nginx_lua(folder), "Go": peers.go(folder), "Node": peers.node(),
        "nginx": passing.nginx(folder), "HAProxy": passing.haproxy(folder),
        "Envoy": passing.envoy(folder),
    }
    there = {name: server for name, server in made.items() if servers.is_installed(server)}
    for name in made.keys() - there.keys():
        print(f"{name} is not installed and is skipped.")
    if not peers.has_cjson():
        print("lua-cjson is not installed and is skipped.")
    return there


def run(chosen, count, seconds):
    """Measures the chosen scenarios and prints them with the goals."""
    print(f"\nLoad of the machine before: {os.getloadavg()[0]:.2f}")
    goals = []
    with tempfile.TemporaryDirectory(prefix="portico-bench-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        running = installed(folder)
        with contextlib.ExitStack() as stack:
            stack.enter_context(peers.services(folder))
            for server in running.values():
                stack.enter_context(server)
            able = [scenario for scenario in scenarios(running) if scenario.name in chosen]
            results = rounds(able, count, seconds)
            for scenario in able:
                goals += table(scenario, results[scenario.name])
            if "heavy-after-light" in chosen:
                goals += orchestration.heavy_after_light(running["Portico"], count)
            for name in passing.STEADY:
                if name in chosen:
                    passing.constant_rate(folder, running, name, count, seconds)
            if "hanging" in chosen:
                goals += orchestration.hanging(running["Portico"], count)
        if "million" in chosen:
            goals += orchestration.million(folder, count, seconds)
    print("\n### Goals\n\n| scenario | goal, at most | measured | met |\n|---|---|---|---|")
    print("\n".join(goals))
    print(f"\nLoad of the machine after: {os.getloadavg()[0]:.2f}")


NAMES = ["kept-h1", "kept-gzip", "kept-304", "kept-h2c", "composed", "pass-small", "pass-large",
         *passing.STEADY, "heavy-after-light", "hanging", "million"]
