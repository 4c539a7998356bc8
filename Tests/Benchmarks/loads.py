# SPDX-License-Identifier: Apache-2.0
"""What asks the servers: wrk and h2load, on a core of their own."""

import dataclasses
import pathlib
import re
import subprocess

LOAD_CORE = "1"
CONNECTIONS = 64
HERE = pathlib.Path(__file__).parent
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@dataclasses.dataclass
class Done:
    """What a load came to."""
    requests: int
    errors: int
    seconds: float
    bytes_each: float = 0
    # The greatest of so many percent, in milliseconds.
    latencies: dict = dataclasses.field(default_factory=dict)


def run(words):
    return subprocess.run(["taskset", "-c", LOAD_CORE, *words], capture_output=True, text=True,
                          check=True).stdout


def wrk(url, seconds, fields=(), script=(), connections=CONNECTIONS):
    """HTTP/1.1 over connections that are kept; `script` is a file in Lua with its words."""
    words = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "--timeout", "10s"]
    for name, value in dict(fields).items():
        words += ["-H", f"{name}: {value}"]
    text = run(words + (["-s", script[0], url, "--", *script[1:]] if script else [url]))
    requests, took, size, unit = re.search(
        r"(\d+) requests in ([\d.]+\w+), ([\d.]+)([KMG]?)B read", text).groups()
    bad = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    broken = re.search(r"connect (\d+), read (\d+), write (\d+), timeout (\d+)", text)
    errors = sum(int(number) for found in (bad, broken) if found for number in found.groups())
    latencies = {int(share): milliseconds(time)
                 for share, time in re.findall(r"(\d+)% +([\d.]+\w+)", text)}
    return Done(int(requests), errors, milliseconds(took) / 1000,
                float(size) * UNITS[unit] / max(1, int(requests)), latencies)


def milliseconds(text):
    number, unit = re.match(r"([\d.]+)(us|ms|s|m)", text).groups()
    return float(number) * {"us": 0.001, "ms": 1, "s": 1000, "m": 60000}[unit]


def numbered(port, path, first, count, order, seconds):
    """Asks for a path with a number in it, `{n}`: see numbered.lua."""
    script = (str(HERE / "numbered.lua"), path, str(first), str(count), order)
    return wrk(f"http://127.0.0.1:{port}/", seconds, script=script)


def counted(port, path, first, count):
    """The same for each of so many numbers, once; answers how many requests were answered."""
    text = run(["wrk", "-t1", f"-c{CONNECTIONS}", "-d3600s", "-s", str(HERE / "numbered.lua"),
                f"http://127.0.0.1:{port}/", "--", path, str(first), str(count), "counted"])
    bad = int(re.search(r"(\d+) bad", text)[1])
    if bad:
        raise SystemExit(f"{path}: {bad} of {count} answers were errors")
    # Those that were under way are as good as answered: they cost nearly as much.
    return count + CONNECTIONS


def steady(program, port, path, rate, seconds):
    """A constant rate, whether answers come or not: see openloop.c."""
    text = run([str(program), str(port), path, str(CONNECTIONS), f"{rate:.0f}", str(seconds)])
    answered, errors, *times = map(int, re.search(
        r"(\d+) answered, (\d+) errors, (\d+) (\d+) (\d+) (\d+) us", text).groups())
    latencies = {share: time / 1000 for share, time in zip((50, 90, 99, 100), times)}
    return Done(answered, errors, seconds, latencies=latencies)


def h2load(url, seconds):
    """HTTP/2, 8 connections of 32 streams."""
    text = run(["h2load", "-t1", "-c8", "-m32", f"-D{seconds}", url])
    found = re.search(r"(\d+) succeeded, (\d+) failed, (\d+) errored", text)
    body = re.search(r"\((\d+)\) data", text)
    requests = int(found[1])
    return Done(requests, int(found[2]) + int(found[3]), seconds,
                int(body[1]) / max(1, requests) if body else 0)
