#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures the pages of the console on the sample shop under load: `pages.py [--rounds 50] [--programs FOLDER]`.

For each page its size, compressed too, and what reading its figures and writing its HTML take, as `Server-Timing` says.
The least of all rounds is what a page costs when nobody else has the processor; it ends with 1 if the first page is
larger, or is written more slowly, than it may be."""

import argparse
import gzip
import http.client
import pathlib
import re
import statistics
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests/Soak"))

from shop import Shop  # noqa: E402

PAGES = ["/", "/slo", "/route?site=flower-shop&route=/items/%7Bid%7D", "/backend?site=flower-shop&backend=orders",
         "/model", "/cache", "/history", "/flow", "/log"]
MOST_BYTES, MOST_MILLISECONDS = 60_000, 5.0


def page(port, path):
    """The size of a page, compressed too, and the milliseconds that reading and writing took."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    connection.request("GET", path, headers={"accept": "text/html"})
    answer = connection.getresponse()
    body, timing = answer.read(), answer.headers["server-timing"] or ""
    connection.close()
    read, write = (float(re.search(rf"{part};dur=([\d.]+)", timing).group(1)) for part in ("read", "write"))
    return len(body), len(gzip.compress(body)), read, write


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", default=str(ROOT / ".build/release"))
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--seconds", type=int, default=120, help="of traffic before")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="portico-pages-") as folder:
        shop = Shop(folder, asked.programs)
        try:
            shop.start()
            time.sleep(asked.seconds)
            print(f"{'page':48} {'bytes':>8} {'gzip':>7} {'read ms':>16} {'write ms':>16}")
            rows = {path: measure(shop.operators, path, asked.rounds) for path in PAGES}
        finally:
            shop.stop()
    _, packed, _, written = rows["/"]
    if packed > MOST_BYTES or written > MOST_MILLISECONDS:
        sys.exit(f"the first page may have {MOST_BYTES} bytes and take {MOST_MILLISECONDS} ms to write")


def measure(port, path, rounds):
    """Prints the row of a page; its size, and the least times."""
    found = [page(port, path) for _ in range(rounds)]
    size, packed, read, write = zip(*found)
    times = [f"{min(part):.2f} ({statistics.median(part):.2f})" for part in (read, write)]
    print(f"{path:48} {max(size):8} {max(packed):7} {times[0]:>16} {times[1]:>16}", flush=True)
    return max(size), max(packed), min(read), min(write)


if __name__ == "__main__":
    main()
