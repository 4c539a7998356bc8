#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the OpenAPI document of a running gateway's records with PyPI's openapi-spec-validator.

usage: records.py PORTICO
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import urllib.request

from openapi_spec_validator import validate

SITE = """{
  languages: { published: ["en"], source: "en", default: "en" }, roots: "*",
  resources: { at: "/v1", ttl: 60, open: "read", administerToken: "RECORDS_TOKEN" },
}
"""
TYPES = [
    {
        "name": "notes", "prefix": "note", "strict": True,
        "attributes": {
            "text": {"type": "text", "required": True, "minimum": 1, "maximum": 200, "searched": True},
            "stars": {"type": "integer", "minimum": 1, "maximum": 5, "indexed": True},
            "weight": {"type": "number", "minimum": 0, "heavy": True},
            "code": {"type": "text", "pattern": "[A-Z]{2}[0-9]+"},
            "kind": {"type": "enum", "values": ["idea", "task"], "default": "idea"},
            "isDone": {"type": "boolean", "required": True, "default": False},
            "due": {"type": "instant"}, "place": {"type": "point"},
            "tags": {"type": "list", "of": "text", "maximumCount": 3}, "extra": {"type": "object"},
        },
    },
    {
        "name": "answers", "prefix": "answer",
        "attributes": {"note": {"type": "reference", "to": "notes", "onDelete": "cascade"}},
    },
]


def send(url, token, method="GET", body=None):
    fields = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, fields, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def main(portico):
    token = "conformance"
    with tempfile.TemporaryDirectory() as folder:
        content = pathlib.Path(folder, "site/Content")
        content.mkdir(parents=True)
        (content / "site.json5").write_text(SITE)
        (content / "config.json5").write_text('{ datatype: "config", body: {} }')
        places = ["--listen", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--state", f"{folder}/state"]
        server = subprocess.Popen(
            [portico, "serve", "--site", f"{folder}/site"] + places,
            stdout=subprocess.PIPE, text=True, env=os.environ | {"RECORDS_TOKEN": token},
        )
        try:
            while not (found := re.search(r"^  (http://[0-9.:]+)/", server.stdout.readline())):
                if server.poll() is not None:
                    sys.exit("the gateway did not start")
            records = f"{found[1]}/v1"
            send(f"{records}/_schema:import", token, "POST", {"data": TYPES})
            description = send(f"{records}/_openapi.json", token)
            validate(description)
            operations = sum(len(each) for each in description["paths"].values())
            print(f"{operations} operations: valid OpenAPI")
        finally:
            server.terminate()
            server.wait()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(str(pathlib.Path(sys.argv[1]).resolve()))
