#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks a running gateway's records: the OpenAPI document with PyPI's openapi-spec-validator, and the
answers to requests that schemathesis makes of that document.

usage: records.py PORTICO
"""

import json
import pathlib
import subprocess
import sys
import urllib.request

from openapi_spec_validator import validate

from gateway import served

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


# Wrong requests may also be refused for the version that they expect (412), and for the length of a list of ids (414).
# Requests that follow one another are right ones: a wrong value can be a right one once it is text in an address.
CHECKS = """[checks.negative_data_rejection]
expected-statuses = [400, 401, 403, 404, 405, 406, 409, 412, 414, 415, 422, 428, 429, "5xx"]

[phases.stateful.generation]
mode = "positive"
"""


def try_operations(address, token, folder):
    """Runs schemathesis, which exits with 1 where an answer is not as the document says."""
    pathlib.Path(folder, "schemathesis.toml").write_text(CHECKS)
    command = [
        sys.executable, "-m", "schemathesis.cli", "run", f"{address}/v1/_openapi.json", "--url", address,
        "-H", f"Authorization: Bearer {token}", "--seed", "1", "--max-examples", "30",
        "--generation-database", "none", "--no-color",
        # A request can have the right form and be wrong all the same: page tokens, idempotency keys and
        # ids must be those of earlier answers, and a type that another one refers to cannot be removed. The answer
        # to a creation whose key is known is that of a record that may be gone by now.
        # Lists answer QUERY, which OpenAPI has a place for only from 3.2; that all other undescribed methods
        # are refused with 405, and that Allow has exactly the described ones, are tests of ResourceService.
        "--exclude-checks",
        "positive_data_acceptance,unsupported_method,allow_header_conformance,ensure_resource_availability",
    ]
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True)


def main(portico):
    token = "conformance"
    with served(portico, SITE, {"RECORDS_TOKEN": token}) as (address, folder):
        records = f"{address}/v1"
        send(f"{records}/_schema:import", token, "POST", {"data": TYPES})
        description = send(f"{records}/_openapi.json", token)
        validate(description)
        operations = sum(len(each) for each in description["paths"].values())
        print(f"{operations} operations: valid OpenAPI")
        tried = try_operations(address, token, folder)
        if tried.returncode != 0:
            sys.exit(tried.stdout)
        print(f"{operations} operations: answers as described")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(str(pathlib.Path(sys.argv[1]).resolve()))
