#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the metrics of a running gateway with the strict parser of PyPI's prometheus_client.

usage: openmetrics.py PORTICO
"""

import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

from prometheus_client.openmetrics.parser import text_string_to_metric_families

ACCEPT = "application/openmetrics-text;version=1.0.0"
TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


def fetch(url, **fields):
    request = urllib.request.Request(url, headers=fields)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return answer.headers["content-type"], answer.read().decode()


def main(portico):
    with tempfile.TemporaryDirectory() as folder:
        site = f"{folder}/site"
        subprocess.run([portico, "new", site], check=True, stdout=subprocess.DEVNULL)
        places = ["--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--state", f"{folder}/state"]
        server = subprocess.Popen(
            [portico, "serve", "--site", site] + places, stdout=subprocess.PIPE, text=True
        )
        try:
            urls = []
            while len(urls) < 2:
                line = server.stdout.readline()
                if not line:
                    sys.exit("the gateway did not start")
                found = re.search(r"^(?:  |Operators: )(http://[0-9.:]+)/", line)
                if found:
                    urls.append(found[1])
            visitors, operators = urls
            for _ in range(3):
                fetch(f"{visitors}/config", traceparent=TRACE)
            kind, text = fetch(f"{operators}/metrics", accept=ACCEPT)
            if not kind.startswith("application/openmetrics-text"):
                sys.exit(f"the metrics are {kind}, expected OpenMetrics")
            families = list(text_string_to_metric_families(text))
            samples = sum(len(family.samples) for family in families)
            exemplars = sum(1 for family in families for s in family.samples if s.exemplar)
            print(f"{len(families)} families, {samples} samples, {exemplars} exemplars: valid")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(str(pathlib.Path(sys.argv[1]).resolve()))
