#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the dashboard of a running gateway with PyPI's grafana-foundation-sdk, which must lose nothing.

usage: dashboard.py PORTICO
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

from grafana_foundation_sdk.cog.encoder import JSONEncoder
from grafana_foundation_sdk.cog.plugins import register_default_plugins
from grafana_foundation_sdk.models.dashboard import Dashboard

MODEL = """
  backends: { shop: { addresses: "http://127.0.0.1:9" } },
  passes: { "/orders": { backend: "shop", methods: ["POST"] } },
  model: {
    routes: {
      "GET /config": { steady: 10, peak: 40, hits: 1, sla: { percentile: 99, within: "50ms" } },
      "POST /orders": { steady: 1, peak: 2, hits: 0 },
    },
    backends: { shop: { capacity: 20 } },
    instance: { count: 2, cores: 4, egress: 1 },
  },
"""


def lost(ours, theirs, place="dashboard"):
    """What is in ours and not in theirs."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key, value in ours.items():
            if key not in theirs:
                yield f"{place}.{key}"
            else:
                yield from lost(value, theirs[key], f"{place}.{key}")
    elif isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        for index, (one, other) in enumerate(zip(ours, theirs)):
            yield from lost(one, other, f"{place}[{index}]")
    elif ours != theirs:
        yield f"{place}: {ours!r} became {theirs!r}"


def main(portico):
    register_default_plugins()
    with tempfile.TemporaryDirectory() as folder:
        site = pathlib.Path(folder) / "site"
        subprocess.run([portico, "new", str(site)], check=True, stdout=subprocess.DEVNULL)
        settings = site / "Content" / "site.json5"
        text = settings.read_text()
        settings.write_text(text[: text.rindex("}")].rstrip().rstrip(",") + "," + MODEL + "}\n")
        places = ["--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--state", f"{folder}/state"]
        server = subprocess.Popen(
            [portico, "serve", "--site", str(site)] + places, stdout=subprocess.PIPE, text=True
        )
        try:
            operators = None
            while operators is None:
                line = server.stdout.readline()
                if not line:
                    sys.exit("the gateway did not start")
                found = re.search(r"^Operators: (http://[0-9.:]+)/", line)
                operators = found[1] if found else None
            url = f"{operators}/model/dashboard.json"
            with urllib.request.urlopen(url, timeout=10) as answer:
                ours = json.load(answer)
        finally:
            server.terminate()
            server.wait()
        theirs = json.loads(json.dumps(Dashboard.from_json(ours), cls=JSONEncoder))
        losses = list(lost(ours, theirs))
        if losses:
            sys.exit("lost of the dashboard:\n" + "\n".join(losses))
        queries = sum(len(panel.get("targets", [])) for panel in ours["panels"])
        if queries < 10:
            sys.exit(f"the dashboard has {queries} queries, expected 10 or more")
        print(f"{len(ours['panels'])} panels of a dashboard, {queries} queries: nothing lost")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(str(pathlib.Path(sys.argv[1]).resolve()))
