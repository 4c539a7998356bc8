#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the store of an app's client costs, and how its tests do. `make client-figures` builds what it runs.

Each measurement is a process of its own; times are processor times, the medians of ROUNDS, ratios of one run.
"""
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build" / os.environ.get("BUILD", "release") / "clientbench"
ROUNDS = int(os.environ.get("ROUNDS", "3"))
COUNT = 100_000
MIB = 1 << 20
missed = []


def numbers(*words, under=()):
    """Runs the program, and returns the numbers that it prints by their names."""
    text = subprocess.run([*under, PROGRAM, *map(str, words)], check=True, capture_output=True, text=True).stdout
    return {name: float(value) for name, value in re.findall(r"(\w+) ([\d.e-]+)", text)}


def told(name, value, goal, is_met):
    print(f"{name:58} {value:>22}   goal {goal}{'' if is_met else '   MISSED'}")
    if not is_met:
        missed.append(name)


def ingest(folder):
    ratios, speeds, memory = [], [], []
    for _ in range(ROUNDS):
        ours = {}
        for kind in ["files", "things.sqlite", "memory"]:
            place = kind if kind == "memory" else folder / kind
            shutil.rmtree(place, ignore_errors=True) if kind == "files" else None
            for old in folder.glob("things.sqlite*"):
                old.unlink()
            ours[kind] = numbers("ingest", place, COUNT)
        foundation = numbers("decode", "-", COUNT)
        ratios.append({kind: value["cpu"] / foundation["cpu"] for kind, value in ours.items()})
        speeds.append(COUNT / ours["files"]["cpu"])
        memory.append((ours["files"]["memory"], ours["files"]["bytes"], foundation["memory"]))
    median = lambda kind: statistics.median(round[kind] for round in ratios)
    told("ingest into files, of JSONDecoder's time", f"{median('files'):.2f}", "0.35", median("files") <= 0.35)
    speed = statistics.median(speeds)
    told("the same, objects a second of processor time", f"{speed:,.0f}", "350,000", speed >= 350_000)
    print(f"{'ingest into memory alone, of JSONDecoder':58} {median('memory'):>22.2f}")
    print(f"{'ingest into SQLite, of JSONDecoder':58} {median('things.sqlite'):>22.2f}")
    peak, body, other = (statistics.median(values) for values in zip(*memory))
    most = 1.3 * body + 8 * MIB
    told("most memory of it, above that at its start", f"{peak / MIB:.1f} MiB", f"{most / MIB:.1f} MiB", peak <= most)
    print(f"{'the same of JSONDecoder':58} {other / MIB:>18.1f} MiB")


def cold_start(folder, count, most):
    place = folder / f"start-{count}"
    numbers("ingest", place, count)
    rounds = [numbers("start", place) for _ in range(max(ROUNDS, 5))]
    time = statistics.median(round["ms"] for round in rounds)
    told(f"config and first screen of {count:,} objects", f"{time:.1f} ms", f"{most} ms", time <= most)
    trace = folder / "trace"
    numbers(
        "start", place,
        under=["strace", "-f", "-o", trace, "-e", "trace=read,pread64,openat", "-P", place / "objects", "-P", place / "index"],
    )
    reads = sum("pread64(" in line or " read(" in line for line in trace.read_text().splitlines())
    told("the same, reads of files", f"{reads}", "64", reads <= 64)
    shutil.rmtree(place)


def read():
    few, many = ([numbers("read", "-", count)["ns"] for _ in range(ROUNDS)] for count in (1_000, 1_000_000))
    few, many = statistics.median(few), statistics.median(many)
    told("read of one of 1,000 objects", f"{few:.0f} ns", "1,000 ns", few <= 1_000)
    told("read of one of 1,000,000 objects", f"{many:.0f} ns", "1,000 ns", many <= 1_000)
    told("the second, of the first", f"{many / few:.2f}", "1.3", many / few <= 1.3)


def size(folder):
    """The core, whole, in a program for small size; what the linker could leave out is counted too."""
    flags = ["-Osize", "-wmo", "-swift-version", "6", "-package-name", "portico", "-enable-experimental-feature", "Lifetimes"]
    for name in [
        "NonisolatedNonsendingByDefault", "InferIsolatedConformances", "ExistentialAny", "InternalImportsByDefault",
        "MemberImportVisibility",
    ]:
        flags += ["-enable-upcoming-feature", name]
    sources = sorted((ROOT / "Sources/Client/PorticoClient").rglob("*.swift"))
    main = folder / "main.swift"
    swiftc = lambda *words: subprocess.run(["swiftc", *flags, *map(str, words)], check=True, cwd=folder)
    swiftc("-parse-as-library", "-module-name", "PorticoClient", "-emit-module", "-c", *sources, "-o", folder / "core.o")
    sizes = []
    for name, text, objects in [
        ("without", 'print("roses")\n', []),
        ("with", "import PorticoClient\nprint(ObjectStore().snapshot.count)\n", [folder / "core.o"]),
    ]:
        main.write_text(text)
        swiftc("-I", folder, main, *objects, "-o", folder / name)
        subprocess.run(["strip", folder / name], check=True)
        sizes.append((folder / name).stat().st_size)
    size = (sizes[1] - sizes[0]) / 1_024
    told("size of the core in a stripped program", f"{size:.0f} KiB", "700 KiB", size <= 700)


def swift(*words, scratch, **variables):
    """Runs Swift with the packages of the client alone, in a build folder of its own, and returns what it prints."""
    variables = dict(os.environ, PORTICO_ONLY="PorticoClient,PorticoClientSQLite", **variables)
    command = ["swift", *words, "--scratch-path", ROOT / ".build" / scratch]
    result = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True)
    if result.returncode:
        sys.exit(result.stdout + result.stderr)
    return result.stdout


def tests():
    swift("build", "--build-tests", scratch="client")
    begin = time.monotonic()
    swift("test", "--skip-build", "--disable-xctest", scratch="client")
    seconds = time.monotonic() - begin
    told("tests of the client", f"{seconds:.1f} s", "5 s", seconds <= 5)


def coverage():
    """The lines that all tests cover, with all seeds of those that are random."""
    words = ["test", "--disable-xctest", "--enable-code-coverage"]
    swift(*words, scratch="client-coverage", ALL_SEEDS="1")
    path = swift("test", "--show-codecov-path", scratch="client-coverage").strip()
    covered = known = 0
    for file in json.loads(pathlib.Path(path).read_text())["data"][0]["files"]:
        if "/Sources/Client/PorticoClient/" in file["filename"]:
            lines = file["summary"]["lines"]
            covered, known = covered + lines["covered"], known + lines["count"]
    share = 100 * covered / known
    told("lines of the core that its tests cover", f"{share:.1f} %", "96 %", share >= 96)


def divided(file, scale):
    """Makes the lifetimes of a file of the site shorter."""
    shorter = lambda found: f"{found[1]}{max(1, round(int(found[2]) / scale))}"
    file.write_text(re.sub(r"(\b(?:ttl|staleWhileRevalidate): )(\d+)", shorter, file.read_text()))


def varnish_requests(folder):
    text = subprocess.run(
        ["varnishstat", "-n", folder / "varnish", "-1", "-f", "MAIN.backend_req"], check=True, capture_output=True, text=True,
    ).stdout
    return int(text.split()[1])


def edge(folder):
    """Visitors of the sample shop behind a real Varnish, four times as fast as in life."""
    build, scale, visitors = PROGRAM.parent, 4, 60
    site = folder / "site"
    for name in ["Content", "Locales"]:
        shutil.copytree(ROOT / name, site / name)
    for file in (site / "Content").rglob("*.json5"):
        divided(file, scale)
    settings = site / "Content/site.json5"
    vcl = subprocess.run(
        [build / "portico", "export", "varnish", "--site", site, "--origin", "127.0.0.1:8080"],
        check=True, capture_output=True, text=True,
    ).stdout
    (folder / "edge.vcl").write_text(vcl)
    edges = '  edges: { cdn: { kind: "varnish", peers: ["127.0.0.1"] } },\n  hints: { visitors: 5 },\n  defaults: {'
    settings.write_text(settings.read_text().replace("  defaults: {", edges, 1))
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    started = [
        subprocess.Popen([build / "flower-shop", "run"], **quiet),
        subprocess.Popen(
            [build / "portico", "serve", "--site", site, "--state", folder / "state", "--listen", "127.0.0.1:8080",
             "--admin", "127.0.0.1:8081"], env={**os.environ, "SHOP_ADMIN_TOKEN": "flowers"}, **quiet,
        ),
        subprocess.Popen(
            ["varnishd", "-F", "-j", "none", "-n", folder / "varnish", "-a", "127.0.0.1:6081", "-f",
             folder / "edge.vcl", "-s", "malloc,64m"], **quiet,
        ),
    ]
    try:
        while subprocess.run(["curl", "-fso", "/dev/null", "http://127.0.0.1:6081/config"]).returncode:
            time.sleep(0.2)
        for mode in ["walk", "sessions"]:
            before = varnish_requests(folder)
            seen = numbers(mode, "http://127.0.0.1:6081/config", visitors)
            walked(mode, seen, varnish_requests(folder) - before)
    finally:
        for process in started:
            process.terminate()
        for process in started:
            process.wait()


def walked(mode, seen, asked):
    name = {"walk": "requests", "sessions": "sessions"}[mode]
    print(f"{name + ': documents opened; requests of the clients':58} {seen['shown']:>10.0f}; {seen['requests']:.0f}")
    each = asked / seen["windows"]
    told(f"{name}: of the gateway for each key and window", f"{each:.2f}", "1", each <= 1)
    share = seen["bytes"] / seen["plain"]
    told(f"{name}: bytes with a store, of those without", f"{share:.2f}", "0.35", share <= 0.35)
    use = seen["useful"] / max(1, seen["ahead"])
    told(f"{name}: useful of {seen['ahead']:.0f} answers fetched ahead", f"{use:.2f}", "0.60", use >= 0.6)


def main():
    parts = sys.argv[1:] or ["ingest", "start", "read", "size", "tests", "coverage"]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if "ingest" in parts:
            ingest(folder)
        if "start" in parts:
            cold_start(folder, 100_000, 15)
            cold_start(folder, 1_000_000, 20)
        if "read" in parts:
            read()
        if "size" in parts:
            size(folder)
        if "tests" in parts:
            tests()
        if "coverage" in parts:
            coverage()
        if "edge" in parts:
            edge(folder)
    if missed:
        sys.exit(f"{len(missed)} of the goals are missed")


main()
