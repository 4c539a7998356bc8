# SPDX-License-Identifier: Apache-2.0
"""Compares our readers and writers of values with those of other people, on random cases."""

import datetime
import decimal
import json
import math
import plistlib
import random
import re

import http_sf
import json5
import jsonpath_rfc9535
import uritemplate

from probe import Tally

WORDS = ["a", "b", "c", "name", "é", "赤", "😀", "", " ", "a b", "'", '"', "\\", "0", "-1", "$", "\u0001"]
NUMBERS = [0, 1, -1, 2, 10, 1.5, -0.5, 1e3, 1e-7, 123456789, 9007199254740991]


def random_value(chance, depth=3):
    """A JSON value."""
    kind = chance.randrange(8 if depth else 6)
    if kind == 0:
        return None
    if kind == 1:
        return chance.random() < 0.5
    if kind in (2, 3):
        return chance.choice(NUMBERS)
    if kind in (4, 5):
        return chance.choice(WORDS)
    if kind == 6:
        return [random_value(chance, depth - 1) for _ in range(chance.randrange(4))]
    return {chance.choice(WORDS): random_value(chance, depth - 1) for _ in range(chance.randrange(4))}


def mutated(chance, text, alphabet):
    """A text with one to three characters removed, repeated or replaced."""
    characters = list(text)
    for _ in range(chance.randrange(1, 4)):
        place = chance.randrange(len(characters) + 1)
        change = chance.randrange(3)
        if change == 0:
            characters.insert(place, chance.choice(alphabet))
        elif place < len(characters):
            characters[place:place + 1] = [] if change == 1 else [chance.choice(alphabet)]
    return "".join(characters)


def same_number_or(one, other):
    """Equality of JSON values in which true is not 1."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, (int, float)) and isinstance(other, (int, float)):
        return one == other or (isinstance(one, float) and isinstance(other, float)
                                and math.isclose(one, other, rel_tol=1e-15))
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same_number_or, one, other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same_number_or(one[key], other[key]) for key in one)
    return type(one) is type(other) and one == other


def refuse(text):
    raise ValueError(text)


def unique_members(pairs):
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a key is repeated")
    return members


def json_files(probe, chance, rounds):
    """RFC 8259, against Python's reader."""
    tally = Tally("JSON, beside Python's json")
    alphabet = '{}[]",:0123456789.-+eEtrufalsn\\/ \t\n\x01é'
    for _ in range(rounds):
        text = json.dumps(random_value(chance), ensure_ascii=chance.random() < 0.5)
        if chance.random() < 0.7:
            text = mutated(chance, text, alphabet)
        try:
            theirs = json.loads(text, parse_constant=refuse)
        except (ValueError, RecursionError):
            theirs = ValueError
        is_read, _ = probe.ask("json-document", text)
        tally.compare(("json-document", text), is_read, theirs is not ValueError)
        try:
            if theirs is not ValueError:
                theirs = json.loads(text, parse_constant=refuse, object_pairs_hook=unique_members)
                theirs = theirs if is_finite(theirs) and is_unicode(theirs) else ValueError
        except ValueError:
            theirs = ValueError
        compare_values(tally, "json", text, probe.ask("json", text), theirs)
    return tally


def is_finite(value):
    if isinstance(value, dict):
        return all(map(is_finite, value.values()))
    if isinstance(value, list):
        return all(map(is_finite, value))
    return not isinstance(value, float) or math.isfinite(value)


def is_unicode(value):
    try:
        json.dumps(value, ensure_ascii=False).encode()
        return True
    except UnicodeEncodeError:
        return False


def compare_values(tally, subject, question, answer, theirs, intended=False):
    is_read, result = answer
    ours = json.loads(result) if is_read else ValueError
    if same_number_or(ours, theirs):
        ours = theirs
    tally.compare((subject, question), ours if is_read else (ValueError, result), theirs
                  if theirs is not ValueError else (ValueError, result) if not is_read else theirs,
                  intended)


def json5_files(probe, chance, rounds):
    """JSON5, against the package json5."""
    tally = Tally("JSON5, beside json5")
    parts = ["{", "}", "[", "]", ",", ":", "'a'", '"b"', "name", "$n_1", "0x1F", "+1", "-.5", "5.",
             "1e3", "true", "null", "// c\n", "/* c */", "'\\\n'", "'\\x41'", "'\\u00e9'", "'\\v'",
             " ", "\n", "\ufeff", "\u00a0", "\u2028", "é", "00", "'\\1'", "'\\0'", "'\\q'"]
    for _ in range(rounds):
        value = random_value(chance, 2)
        text = json5.dumps(value, trailing_commas=chance.random() < 0.5, indent=chance.choice([None, 1]))
        if chance.random() < 0.7:
            text = mutated(chance, text, parts)
        try:
            theirs = with_joined_surrogates(json5.loads(text, allow_duplicate_keys=False))
            theirs = theirs if is_finite(theirs) and is_unicode(theirs) else ValueError
        except (ValueError, RecursionError):
            theirs = ValueError
        compare_values(tally, "json5", text, probe.ask("json5", text), theirs)
    return tally


def with_joined_surrogates(value):
    """A value with pairs of surrogates, which json5 leaves as two characters, as one character."""
    if isinstance(value, dict):
        return {with_joined_surrogates(key): with_joined_surrogates(each) for key, each in value.items()}
    if isinstance(value, list):
        return [with_joined_surrogates(each) for each in value]
    if isinstance(value, str):
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
    return value


def property_lists(probe, chance, rounds):
    """Both kinds of property lists, written and read, against Python's plistlib."""
    tally = Tally("property lists, beside Python's plistlib")
    for _ in range(rounds):
        value = without_null(random_value(chance))
        text = json.dumps(value, ensure_ascii=False)
        for subject, format in [("written-xml", plistlib.FMT_XML),
                                ("written-binary", plistlib.FMT_BINARY)]:
            if format is plistlib.FMT_XML and "\\u0001" in text:
                continue
            is_written, written = probe.ask(subject, text)
            theirs = plistlib.loads(written, fmt=format) if is_written else written
            tally.compare((subject, text), same_number_or(theirs, value), True)
            reader = "xml-property-list" if format is plistlib.FMT_XML else "binary-property-list"
            compare_values(tally, reader, text, probe.ask(reader, plistlib.dumps(value, fmt=format)),
                           value)
    return tally


def without_null(value):
    if isinstance(value, dict):
        return {key: without_null(each) for key, each in value.items()}
    if isinstance(value, list):
        return [without_null(each) for each in value]
    return "null" if value is None else value


def json_paths(probe, chance, rounds):
    """RFC 9535, against its reference implementation."""
    tally = Tally("JSONPath, beside jsonpath-rfc9535")
    for _ in range(rounds):
        document = random_value(chance, 4)
        query = "$" + "".join(random_segment(chance) for _ in range(chance.randrange(1, 4)))
        if chance.random() < 0.2:
            query = mutated(chance, query, list("$@.*[]?!&|=<>()'\"\\,: 0123-eab\tu")) or "$"
        try:
            theirs = sorted(node.path() for node in jsonpath_rfc9535.find(query, document))
        except jsonpath_rfc9535.JSONPathError:
            theirs = ValueError
        is_read, result = probe.ask("json-path", query, json.dumps(document))
        ours = sorted(result.decode().split("\n")) if is_read and result else [] if is_read else ValueError
        tally.compare((query, json.dumps(document)), ours, theirs,
                      intended=not is_read
                      and (has_blank_in_singular_query(query) or negates_comparison(query)))
    return tally


def negates_comparison(query):
    """Whether a side of a comparison has a `!` before it, which the grammar has before tests alone; theirs takes it."""
    return re.search(r"![ \t]*[@$][^&|()?]*(==|!=|[<>])|(==|!=|[<>]=?)[ \t]*!(?!=)", query) is not None


def has_blank_in_singular_query(query):
    """Whether a query that is compared has a blank within brackets, where the grammar has none; theirs takes it."""
    return re.search(r"\?.*[@$](\.\w+|\[[^\]]*\])*\[(\s[^\]]*|[^\]]*\s)\]", query) is not None


def random_segment(chance):
    name = chance.choice(["a", "b", "c", "name", "é"])
    return chance.choice([
        f".{name}", f"['{name}']", f'["{name}"]', ".*", "[*]", f"..{name}", "..*", "[0]", "[-1]",
        "[1:]", "[::-1]", "[:2,0]", "[-2:3:2]", f"['{name}',0]", "..[0]",
        f"[?@.{name}]", f"[?!@.{name}]", "[?@ > 1]", "[?@ == 'a' || @ == null]", f"[?@.{name} <= 1.5]",
        f"[?length(@) >= {chance.randrange(3)}]", "[?count(@.*) == 1 && @[0] != 1]",
        "[?match(@, '[a-c]')]", "[?search(@, 'a.?b')]", f"[?value(@..{name}) == $.a]", "[?@ == $[0]]",
    ])


def structured_fields(probe, chance, rounds):
    """RFC 9651, against the package http-sf."""
    tally = Tally("structured fields, beside http-sf")
    items = ["1", "-42", "1.5", "-0.125", "999999999999999", "token", "*a/b", '"text"', '"a\\"b"', "?1",
             "?0", ":aGk=:", ":aGk:", "@1659578233", '%"f%c3%bc"', "()", "(1 2)", '("a" b;x)', "1.",
             "1.2345", "0001", "-0", "a;b;c=1", '"é"', '%"%C3"', ":a:", "@1.5"]
    parameters = ["", "", ";a", ";a=1", ";b=?0", "; a=token", ";a;a=2", ";A=1", ";*a=:aGk=:"]
    alphabet = list("()\";=,?:*%@ \tabc019.-_/\\~A")
    for _ in range(rounds):
        def one():
            return chance.choice(items) + chance.choice(parameters)
        kind = chance.choice(["item", "list", "dictionary"])
        if kind == "item":
            text = one()
        elif kind == "list":
            text = chance.choice([",", ", ", " ,\t"]).join(one() for _ in range(chance.randrange(1, 4)))
        else:
            text = ", ".join(chance.choice(["a=", "b=", "*c=", "a;", "d", "a="]) + one()
                             for _ in range(chance.randrange(1, 4)))
        if chance.random() < 0.4:
            text = mutated(chance, text, alphabet)
        try:
            theirs = http_sf.parse(text.encode(), tltype=kind)
            theirs = "" if theirs in ([], {}) else http_sf.ser(theirs)
        except (ValueError, http_sf.StructuredFieldError):
            theirs = ValueError
        is_read, result = probe.ask(kind, text)
        tally.compare((kind, text), result.decode() if is_read else ValueError, theirs,
                      intended=not is_read and has_excess_padding(text))
    return tally


def has_excess_padding(text):
    """Whether base64 has more padding than it needs, which we refuse and http-sf takes."""
    return any(len(word.rstrip("=")) % 4 != 1 and len(word) % 4 != 0 and word.endswith("=")
               for word in text.split(":"))


def uri_templates(probe, chance, rounds):
    """RFC 6570, against the package uritemplate.

    The package leaves non-ASCII literals as they are, takes empty lists for defined and writes `;name=`
    for an empty value in a list or pair; the standard says otherwise.
    """
    tally = Tally("URI templates, beside uritemplate")
    values = ["", "value", "Hello World!", "/foo/bar", "50%", "é", "%2F", "a,b", "😀"]
    for _ in range(rounds):
        variables = {}
        for name in ["x", "y", "list", "keys", "a.b", "empty"]:
            variables[name] = chance.choice(values)
        variables["list"] = [chance.choice(values[1:]) for _ in range(chance.randrange(4))]
        variables["keys"] = {
            key: chance.choice(values[1:]) for key in ["a", "b", "é"][:chance.randrange(4)]}
        for name in ["y", "empty"]:
            if chance.random() < 0.3:
                del variables[name]
        template = "".join(random_expression(chance) for _ in range(chance.randrange(1, 4)))
        theirs = uritemplate.expand(template.replace("é", "%C3%A9"), {
            name: value for name, value in variables.items() if value != [] and value != {}})
        is_read, result = probe.ask("uri-template", template, json.dumps(variables))
        tally.compare((template, json.dumps(variables, ensure_ascii=False)),
                      result.decode() if is_read else (ValueError, result), theirs)
    return tally


def random_expression(chance):
    variables = ",".join(
        chance.choice(["x", "y", "a.b", "empty", "none"]) + chance.choice(["", "", ":3", ":1"])
        if chance.random() < 0.6 else chance.choice(["list", "keys"]) + chance.choice(["", "*"])
        for _ in range(chance.randrange(1, 3)))
    return chance.choice(["", "/", "a?b=", "é"]) + "{" + chance.choice(["", *"+#./;?&"]) + variables + "}"


SUBJECTS = [json_files, json5_files, property_lists, json_paths, structured_fields, uri_templates]


def compare_all(probe, seed, rounds):
    """Compares every subject; returns their tallies."""
    for subject in SUBJECTS:
        yield subject(probe, random.Random(seed), rounds)
