# SPDX-License-Identifier: Apache-2.0
"""Processor time a request, ours beside the peers', in one run.

The server has one core and the load the other. Rounds go through all servers in turn, so that a
slow minute of the machine meets them all; medians are printed, and the ratio to each peer. Times
differ from machine to machine and hour to hour: the ratio in one run is what counts.
"""

import argparse
import contextlib
import pathlib
import signal
import statistics
import sys
import tempfile
import urllib.request

import gateway
import idle
import servers
from loads import h2load, wrk

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
    done = load(server.ports[protocol], seconds)
    used = server.cpu_seconds() - before
    if done.errors:
        raise SystemExit(f"{server.name}: {done.errors} answers of {scenario} were errors")
    return used * 1e6 / done.requests, done.requests / seconds


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


def wire(chosen, scenarios):
    """The server alone: what its connections and answers cost."""
    with tempfile.TemporaryDirectory(prefix="portico-bench-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        all_servers = servers.build(folder)
        with contextlib.ExitStack() as running:
            for backend in servers.backends(folder):
                running.enter_context(backend)
            rounds, seconds = chosen.rounds or 3, chosen.seconds or 4
            busy(all_servers, [s for s in scenarios if s in SCENARIOS], rounds, seconds)
            if "idle" in scenarios:
                idle.memory(all_servers, chosen.connections, "http")
                idle.memory(all_servers, min(chosen.connections, 2000), "tls")
            if "crowd" in scenarios:
                idle.crowd(all_servers, chosen.crowd, rounds,
                           lambda server: warmed_cost(server, "h1", seconds))


def main():
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--gateway", action="store_true", help="only the gateway's scenarios")
    words.add_argument("--wire", action="store_true", help="only the server's scenarios")
    words.add_argument("--scenario", action="append",
                       choices=[*SCENARIOS, *IDLE, *gateway.NAMES], help="only this one; repeats")
    words.add_argument("--rounds", type=int, help="3 for the server, 7 for the gateway")
    words.add_argument("--seconds", type=int, help="of a round: 4 for the server, 2 for the gateway")
    words.add_argument("--connections", type=int, default=5000, help="of the scenario idle")
    words.add_argument("--crowd", type=int, default=10000, help="connections of the scenario crowd")
    chosen = words.parse_args()
    sys.stdout.reconfigure(line_buffering=True)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended by a signal"))
    idle.raise_limit()
    both = chosen.gateway == chosen.wire
    scenarios = chosen.scenario or (
        ([*SCENARIOS, *IDLE] if both or chosen.wire else [])
        + (gateway.NAMES if both or chosen.gateway else []))
    wired = [name for name in scenarios if name not in gateway.NAMES]
    if wired:
        wire(chosen, wired)
    if len(wired) < len(scenarios):
        gateway.run([name for name in scenarios if name in gateway.NAMES],
                    chosen.rounds or 7, chosen.seconds or 2)


if __name__ == "__main__":
    main()
