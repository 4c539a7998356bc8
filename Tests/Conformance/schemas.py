# SPDX-License-Identifier: Apache-2.0
"""Compares the published JSON Schemas, as the package jsonschema reads them, with `portico check`."""

import copy
import json
import pathlib
import shutil
import subprocess
import tempfile

import jsonschema

from probe import Tally

OTHER_VALUES = [None, True, -1, 0, 1.5, 10**12, "", "word", "10 m", "en", [], {}, ["a", "a"], {"a": 1}]
# Findings about a value's form, which the schema can see; all other findings need the rest of the site.
RULES_OF_FORM = {"unknown-key", "wrong-kind"}


def compare(portico, probe, chance, rounds):
    """Changes one place of a file at a time: what the schema refuses, the check must refuse."""
    tally = Tally("JSON Schemas, beside jsonschema")
    validators = {}
    for kind in ["document", "site", "emergency"]:
        schema = json.loads(subprocess.run([portico, "schema", kind], capture_output=True, check=True).stdout)
        jsonschema.Draft202012Validator.check_schema(schema)
        validators[kind] = jsonschema.Draft202012Validator(schema)
    sites = [pathlib.Path("."), pathlib.Path("Tests/Soak/site"), pathlib.Path("Tests/Benchmarks/site")]
    files = []
    for site in sites:
        for path in sorted((site / "Content").rglob("*.json5")):
            value = json.loads(probe.ask("json5", path.read_bytes())[1])
            kind = "site" if path.name == "site.json5" else "document"
            messages = [error.message for error in validators[kind].iter_errors(value)]
            tally.compare(str(path), [], messages)
            files.append((site, path.relative_to(site), kind, value))
    for _ in range(rounds):
        site, path, kind, value = chance.choice(files)
        value, change = changed(chance, copy.deepcopy(value))
        refusals = [error.message for error in validators[kind].iter_errors(value)]
        findings = check(portico, site, path, value)
        if findings is None:
            continue
        forms = [finding for finding in findings if finding["rule"] in RULES_OF_FORM]
        # A patch is a part of something that only the check can put together.
        tally.compare((str(site / path), change, refusals[:1], findings[:1]),
                      bool(findings) if refusals else bool(forms), bool(refusals),
                      intended="/patch/" in change and not refusals)
    return tally


def changed(chance, root):
    """A value with one place changed, and the description of that."""
    places = []

    def visit(container, path):
        keys = list(container) if isinstance(container, dict) else range(len(container))
        for key in keys:
            places.append((container, key, f"{path}/{key}"))
            if isinstance(container[key], (dict, list)):
                visit(container[key], f"{path}/{key}")

    visit(root, "")
    container, key, path = chance.choice(places)
    change = chance.randrange(3)
    if change == 0:
        del container[key]
        return root, f"{path} removed"
    if change == 1 and isinstance(container, dict):
        container[key + "x"] = container.pop(key)
        return root, f"{path} renamed"
    container[key] = chance.choice(OTHER_VALUES)
    return root, f"{path} = {container[key]!r}"


def check(portico, site, path, value):
    """The errors of a site with one file replaced; None if its compiler stops before it has read all."""
    with tempfile.TemporaryDirectory() as folder:
        for part in ["Content", "Locales"]:
            if (site / part).exists():
                shutil.copytree(site / part, pathlib.Path(folder, part))
        pathlib.Path(folder, path).write_text(json.dumps(value))
        output = subprocess.run([portico, "check", "--json", "--site", folder], capture_output=True).stdout
        report = json.loads(output)
        return [finding for finding in report["findings"] if finding["severity"] == "error"]
