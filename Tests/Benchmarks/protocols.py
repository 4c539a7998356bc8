#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures composed answers whose four services speak HTTP/1.1 and HTTP/2 without TLS: `protocols.py [--rounds 3]`.

The services are h2o, which speaks both. With `protocol: "http/1.1"` the gateway keeps to HTTP/1.1; by default it finds
out that they speak HTTP/2, and uses it from eight calls at once on. Prints the processor time of the gateway and of
the services for a request, of one client and of 64."""

import argparse
import contextlib
import os
import pathlib
import re
import statistics
import subprocess
import tempfile

import peers

SECONDS = 2
CLIENTS = (1, 64)
SCRIPT = """
local number = FIRST
request = function()
  number = number + 1
  return wrk.format("GET", "/en/composed/" .. number)
end
"""


def configure(folder):
    """Has h2o answer every request of a service with the same."""
    lines = ["num-threads: 1", "max-connections: 4096", "hosts:"]
    for name, port in peers.SERVICES.items():
        answer = folder / f"{name}.json"
        answer.write_bytes(peers.text(peers.parts()[name]))
        lines += [f'  "{name}":', f"    listen: {{ port: {port}, host: 127.0.0.1 }}", "    paths:", '      "/":',
                  f"        file.file: {answer}"]
    (folder / "h2o.yaml").write_text("\n".join(lines) + "\n")


@contextlib.contextmanager
def services(folder):
    command = ["taskset", "-c", str(peers.LOAD_CORE), "h2o", "-c", folder / "h2o.yaml"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait()


def processor(pid):
    """The processor time of a process in seconds."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(protocol, number):
    """The microseconds of the gateway and of the services for a request, by the number of clients."""
    found = {}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # h2o reads as a user without rights.
        folder.chmod(0o755)
        settings = peers.site(folder) / "Content/site.json5"
        if protocol:
            declared = re.sub(r'(addresses: "[^"]*")', rf'\1, protocol: "{protocol}"', settings.read_text())
            settings.write_text(declared)
        configure(folder)
        gateway = peers.gateway(folder)
        with services(folder) as asked, gateway:
            pid = gateway.process.pid
            for clients in CLIENTS:
                script = folder / "composed.lua"
                script.write_text(SCRIPT.replace("FIRST", f"{(number + 1) * 10**9 + clients * 10**7}"))
                before = processor(pid), processor(asked)
                load = subprocess.run(
                    ["taskset", "-c", str(peers.LOAD_CORE), "wrk", "-t1", f"-c{clients}", f"-d{SECONDS}s", "-s", script,
                     f"http://127.0.0.1:{gateway.ports['http']}"], capture_output=True, text=True, check=True).stdout
                if "Non-2xx" in load:
                    raise SystemExit(load)
                count = int(re.search(r"(\d+) requests in", load)[1])
                found[clients] = [(now - then) / count * 1e6 for now, then in
                                  zip((processor(pid), processor(asked)), before)]
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3)
    rounds = parser.parse_args().rounds
    protocols = {"http/1.1": "http/1.1", "learned": None}
    found = {name: [] for name in protocols}
    for number in range(rounds):
        for name, protocol in protocols.items():
            found[name].append(measure(protocol, number))
    print("| protocol | clients | gateway µs | services µs |\n|---|---|---|---|")
    for name, rows in found.items():
        for clients in CLIENTS:
            medians = [statistics.median(row[clients][place] for row in rows) for place in (0, 1)]
            print(f"| {name} | {clients} | {medians[0]:.1f} | {medians[1]:.1f} |")


if __name__ == "__main__":
    main()
