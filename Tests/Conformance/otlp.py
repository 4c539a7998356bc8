#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Takes the place of a collector, and decodes what a gateway sends with PyPI's opentelemetry-proto.

usage: otlp.py PORTICO
"""

import base64
import gzip
import http.server
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request

from google.protobuf import json_format
from google.protobuf.unknown_fields import UnknownFieldSet
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

REQUESTS = {
    "/v1/traces": ExportTraceServiceRequest,
    "/v1/logs": ExportLogsServiceRequest,
    "/v1/metrics": ExportMetricsServiceRequest,
}
TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"


class Collector(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.headers["content-encoding"] == "gzip":
            body = gzip.decompress(body)
        self.server.posts.append((self.path, self.headers["content-type"], body))
        self.send_response(200)
        self.send_header("content-length", "0")
        self.end_headers()

    def log_message(self, *_):
        pass


def with_base64(value):
    """Identifiers are hexadecimal in OTLP's JSON; the usual mapping has all bytes in base64."""
    if isinstance(value, list):
        return [with_base64(element) for element in value]
    if not isinstance(value, dict):
        return value
    identifiers = ("traceId", "spanId", "parentSpanId")
    return {
        key: base64.b64encode(bytes.fromhex(inner)).decode() if key in identifiers else with_base64(inner)
        for key, inner in value.items()
    }


def unknown_fields(message, path=""):
    """The numbers of fields that the definitions do not have, in the message and all within."""
    found = [f"{path}.{field.field_number}" for field in UnknownFieldSet(message)]
    for field, value in message.ListFields():
        if field.type == field.TYPE_MESSAGE:
            repeated = not hasattr(value, "ListFields")
            for inner in value if repeated else [value]:
                found += unknown_fields(inner, f"{path}.{field.name}")
    return found


def decode(path, kind, body):
    message = REQUESTS[path]()
    if kind == "application/json":
        json_format.ParseDict(with_base64(json.loads(body)), message)
    elif kind == "application/x-protobuf":
        message.ParseFromString(body)
    else:
        sys.exit(f"{path} came as {kind}")
    if unknown := unknown_fields(message):
        sys.exit(f"{path} has fields that OTLP does not: {unknown}")
    return message


def ask(url, **fields):
    try:
        urllib.request.urlopen(urllib.request.Request(url, headers=fields), timeout=10).read()
    except urllib.error.HTTPError as error:
        error.read()


def exported(portico, folder, form):
    """What a gateway sends that serves three requests and stops."""
    collector = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Collector)
    collector.posts = []
    threading.Thread(target=collector.serve_forever, daemon=True).start()
    place = f"http://127.0.0.1:{collector.server_address[1]}"
    server = subprocess.Popen(
        [portico, "serve", "--site", f"{folder}/site", "--listen", "127.0.0.1:0", "--otlp", place]
        + ["--otlp-format", form],
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        while not (found := re.match(r"  (http://[0-9.:]+)/", line := server.stdout.readline())):
            if not line:
                sys.exit("the gateway did not start")
        ask(f"{found[1]}/config", traceparent=f"00-{TRACE}-{PARENT}-01")
        ask(f"{found[1]}/config")
        ask(f"{found[1]}/nothing")
    finally:
        server.terminate()
        server.wait()
        collector.shutdown()
    return [(path, decode(path, kind, body)) for path, kind, body in collector.posts]


def expect(what, seen, expected):
    if seen != expected:
        sys.exit(f"{what}: {seen}, expected {expected}")


def check(messages, form):
    spans = [
        span
        for path, message in messages if path == "/v1/traces"
        for resource in message.resource_spans for scope in resource.scope_spans for span in scope.spans
    ]
    expect("spans", len(spans), 3)
    expect("trace", [span.trace_id.hex() for span in spans].count(TRACE), 1)
    expect("parent", spans[0].parent_span_id.hex(), PARENT)
    expect("lengths", {(len(span.trace_id), len(span.span_id)) for span in spans}, {(16, 8)})
    expect("kinds", {span.kind for span in spans}, {2})
    expect("times", all(0 < s.start_time_unix_nano <= s.end_time_unix_nano for s in spans), True)
    statuses = [
        attribute.value.int_value
        for span in spans for attribute in span.attributes if attribute.key == "http.response.status_code"
    ]
    expect("statuses", statuses, [200, 200, 404])
    records = [
        record
        for path, message in messages if path == "/v1/logs"
        for resource in message.resource_logs for scope in resource.scope_logs
        for record in scope.log_records
    ]
    kinds = [record.event_name for record in records]
    expect("events", [kinds.count(f"portico.{k}") for k in ("request", "start", "stop")], [3, 1, 1])
    of_requests = [record.span_id for record in records if record.event_name == "portico.request"]
    expect("spans of records", of_requests, [span.span_id for span in spans])
    metrics = {
        metric.name: metric
        for path, message in messages if path == "/v1/metrics"
        for resource in message.resource_metrics for scope in resource.scope_metrics
        for metric in scope.metrics
    }
    durations = metrics["http.server.request.duration"].histogram
    expect("requests", sum(point.count for point in durations.data_points), 3)
    for point in durations.data_points:
        expect("counts of buckets", sum(point.bucket_counts), point.count)
        expect("bounds", len(point.explicit_bounds) + 1, len(point.bucket_counts))
    for name in ("http.route", "url.scheme", "server.address", "server.port"):
        of_config = [a.key for a in spans[0].attributes]
        expect(f"{name} of a span", name in of_config, True)
    expect("name of a span", spans[0].name, "GET /config")
    phases = metrics["portico_request_phase_duration_seconds"].exponential_histogram
    for point in phases.data_points:
        buckets = sum(point.positive.bucket_counts) + point.zero_count
        expect("counts of buckets", buckets, point.count)
        base = 2 ** (2 ** -point.scale)
        first = next(i for i, count in enumerate(point.positive.bucket_counts) if count)
        lower = base ** (point.positive.offset + first)
        expect("the least value is in the first bucket", lower < point.min * (1 + 1e-9), True)
        expect("and not above it", point.min <= lower * base * (1 + 1e-9), True)
    expect("a sum", metrics["portico_answers_total"].sum.is_monotonic, True)
    print(f"OTLP in {form}: {len(spans)} spans, {len(records)} records, {len(metrics)} metrics: valid")


def main(portico):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([portico, "new", f"{folder}/site"], check=True, stdout=subprocess.DEVNULL)
        for form in ("protobuf", "json"):
            check(exported(portico, folder, form), form)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(str(pathlib.Path(sys.argv[1]).resolve()))
