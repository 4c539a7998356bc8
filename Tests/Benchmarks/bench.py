# SPDX-License-Identifier: Apache-2.0
"""Processor time a request, ours beside the peers', in one run.

The server has one core and the load the other. Rounds go through all servers in turn, so that a
slow minute of the machine meets them all; medians are printed, and the ratio to each peer. Times
differ from machine to machine and hour to hour: the ratio in one run is what counts.
"""

import argparse
import contextlib
import pathlib
import re
import statistics
import subprocess
import tempfile
import urllib.request

import idle
import servers
from servers import LOAD_CORE

TWELVE = {
    "User-Agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/120.0 Safari/537.36",
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
    "Accept-Language": "en-US,en;q=0.9,fr;q=0.8",
    "Accept-Encoding": "identity",
    "Cookie": "session=0123456789abcdef0123456789abcdef; theme=dark",
    "X-Forwarded-For": "203.0.113.7",
    "X-Forwarded-Proto": "https",
    "X-Request-Id": "0af76519-16cd-43dd-8448-eb211c80319c",
    "Cache-Control": "max-age=0",
    "Sec-Fetch-Mode": "navigate",
    "Referer": "https://shop.example.com/flowers/",
}


def wrk(url, seconds, fields=()):
    command = ["taskset", "-c", LOAD_CORE, "wrk", "-t1", "-c64", f"-d{seconds}s"]
    for name, value in dict(fields).items():
        command += ["-H", f"{name}: {value}"]
    text = subprocess.run(command + [url], capture_output=True, text=True, check=True).stdout
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    return int(re.search(r"(\d+) requests in", text)[1]), int(bad[1]) if bad else 0


def h2load(url, seconds):
    text = subprocess.run(
        ["taskset", "-c", LOAD_CORE, "h2load", "-t1", "-c8", "-m32", f"-D{seconds}", url],
        capture_output=True, text=True, check=True).stdout
    found = re.search(r"(\d+) succeeded, (\d+) failed, (\d+) errored", text)
    return int(found[1]), int(found[2]) + int(found[3])


SCENARIOS = {
    "h1": ("HTTP/1.1, 64 connections", "http",
           lambda port, s: wrk(f"http://127.0.0.1:{port}/hot/1", s)),
    "h1x12": ("HTTP/1.1 with twelve request fields", "http",
              lambda port, s: wrk(f"http://127.0.0.1:{port}/hot/1", s, TWELVE)),
    "h2c": ("h2c, 8 connections of 32 streams", "h2c",
            lambda port, s: h2load(f"http://127.0.0.1:{port}/hot/1", s)),
    "tls": ("TLS 1.3 and HTTP/2, 8 connections of 32 streams", "tls",
            lambda port, s: h2load(f"https://127.0.0.1:{port}/hot/1", s)),
    "fanout": ("Four calls to a local backend, bodies concatenated, 64 connections", "compose",
               lambda port, s: wrk(f"http://127.0.0.1:{port}/compose", s)),
}


IDLE = ("idle", "crowd")


def measure(server, scenario, seconds):
    _, protocol, load = SCENARIOS[scenario]
    before = server.cpu_seconds()
    done, bad = load(server.ports[protocol], seconds)
    used = server.cpu_seconds() - before
    if bad:
        raise SystemExit(f"{server.name}: {bad} answers of {scenario} were errors")
    return used * 1e6 / done, done / seconds


def report(title, results, ours="Portico"):
    print(f"\n{title}")
    print("| server | µs CPU a request, median (min..max) | requests/s | ours / theirs |")
    print("|---|---|---|---|")
    mine = statistics.median(cost for cost, _ in results[ours]) if results.get(ours) else None
    order = sorted(results, key=lambda name: statistics.median(cost for cost, _ in results[name]))
    for name in order:
        costs = [cost for cost, _ in results[name]]
        median = statistics.median(costs)
        rate = statistics.median(rate for _, rate in results[name])
        ratio = f"{mine / median:.2f}" if mine else "-"
        print(f"| {name} | {median:.2f} ({min(costs):.2f}..{max(costs):.2f}) | {rate:,.0f} "
              f"| {ratio} |")


def warm(server, scenario):
    """The first second is not measured, and a composed answer must be whole."""
    _, protocol, load = SCENARIOS[scenario]
    port = server.ports[protocol]
    if scenario == "fanout":
        body = urllib.request.urlopen(f"http://127.0.0.1:{port}/compose").read()
        if len(body) != 4 * servers.PART:
            raise SystemExit(f"{server.name} composed {len(body)} bytes of {4 * servers.PART}")
    load(port, 1)


def warmed_cost(server, scenario, seconds):
    warm(server, scenario)
    return measure(server, scenario, seconds)[0]


def busy(all_servers, chosen, rounds, seconds):
    for scenario in chosen:
        title, protocol, _ = SCENARIOS[scenario]
        able = [server for server in all_servers if protocol in server.ports]
        results = {server.name: [] for server in able}
        for _ in range(rounds):
            for server in able:
                with server:
                    warm(server, scenario)
                    results[server.name].append(measure(server, scenario, seconds))
        report(title, results)


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--scenario", action="append",
                       choices=[*SCENARIOS, *IDLE], help="only this one; repeats")
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("--seconds", type=int, default=4)
    words.add_argument("--connections", type=int, default=5000, help="of the scenario idle")
    words.add_argument("--crowd", type=int, default=10000, help="connections of the scenario crowd")
    chosen = words.parse_args()
    scenarios = chosen.scenario or [*SCENARIOS, *IDLE]
    idle.raise_limit()
    with tempfile.TemporaryDirectory(prefix="portico-bench-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        all_servers = servers.build(folder)
        with contextlib.ExitStack() as running:
            for backend in servers.backends(folder):
                running.enter_context(backend)
            busy(all_servers, [s for s in scenarios if s in SCENARIOS], chosen.rounds,
                 chosen.seconds)
            if "idle" in scenarios:
                idle.memory(all_servers, chosen.connections, "http")
                idle.memory(all_servers, min(chosen.connections, 2000), "tls")
            if "crowd" in scenarios:
                idle.crowd(all_servers, chosen.crowd, chosen.rounds,
                           lambda server: warmed_cost(server, "h1", chosen.seconds))


if __name__ == "__main__":
    main()
