# SPDX-License-Identifier: Apache-2.0
"""The gateway and what it is compared with, each with its own configuration."""

import gzip
import json
import os
import pathlib
import random
import shutil
import subprocess

import passing
from servers import HERE, LOAD_CORE, NGINX_MODULES, ORIGIN, Server

# In the order in which aggregators are told of them; the last one hangs.
SERVICES = {"item": 18701, "price": 18702, "reviews": 18703, "stock": 18704}
HANGING = 18705
LUA_MODULES = pathlib.Path("/usr/lib/x86_64-linux-gnu/lua/5.1")
AGGREGATORS = HERE / "aggregators"


def kept():
    """An answer of 2 KB as services give it, which gzip makes a third of."""
    colours = ["red", "white", "yellow", "pink", "violet", "orange"]
    chance = random.Random(7)
    names = ["rose", "tulip", "lily", "dahlia", "iris", "peony", "aster", "daisy"]
    rows = [{"id": f"0101-2010-{number * 7919 % 10000:04}", "price": number * 37 % 90 + 9.95,
             "title": f"A {colours[number % 6]} {names[number * 5 % 8]} of the season",
             "stock": number * 13 % 40, "lot": chance.randbytes(5).hex()}
            for number in range(19)]
    return {"id": "season", "rows": rows}


def parts():
    """What the four services say of one thing, about 500 bytes each."""
    text = "Grown on the hills above the bay, cut in the morning and brought to your door by noon."
    return {
        "item": {
            "id": "0101", "title": "Country charm basket", "text": text, "family": "baskets",
            "images": [{"url": "https://images.example.com/0101/large.jpg", "width": 1200,
                        "height": 900},
                       {"url": "https://images.example.com/0101/small.jpg", "width": 300,
                        "height": 225}],
            "attributes": {"colours": ["yellow", "white"], "height": 34, "vase": True,
                           "season": "spring", "care": "fresh water every second day"}},
        "price": {
            "id": "0101", "amount": 39.99, "currency": "USD", "list": 49.99, "tax": 3.2,
            "tiers": [{"from": number, "amount": 39.99 - number / 4, "currency": "USD",
                       "until": "2026-12-31T23:59:59Z"} for number in (1, 5, 10, 20)],
            "promotion": {"id": "autumn", "label": "Autumn days", "percent": 20}},
        "reviews": {
            "id": "0101", "summary": {"average": 4.5, "count": 128},
            "data": [{"id": number, "author": {"id": number * 17, "name": name}, "stars": stars,
                      "text": "They stood for two weeks and still looked as on the first day.",
                      "at": "2026-11-02T09:30:00Z"}
                     for number, name, stars in ((1, "Ana", 5), (2, "Ben", 4), (3, "Chiara", 5))]},
        "stock": {
            "id": "0101", "available": 12, "reserved": 3, "restock": "2026-11-28",
            "stores": [{"id": number, "name": name, "count": number % 4, "open": True,
                        "address": {"street": "Main Street 7", "city": name}}
                       for number, name in ((1, "Cupertino"), (2, "Berkeley"), (3, "Oakland"),
                                            (4, "San Jose"))]},
    }


def write_answers(folder):
    """What `answers` says, each a whole response in a file."""
    made = folder / "answers"
    made.mkdir()
    long = "Cache-Control: max-age=86400\r\n"
    whole = text(kept())
    (made / "kept").write_bytes(response(whole, long + 'ETag: "kept"\r\n'))
    (made / "packed").write_bytes(response(
        gzip.compress(whole, mtime=0),
        long + 'ETag: "packed"\r\nContent-Encoding: gzip\r\nVary: Accept-Encoding\r\n'))
    for name, value in parts().items():
        (made / name).write_bytes(response(text(value)))
    passing.write_answers(made, response)


def text(value):
    return json.dumps(value, separators=(",", ":")).encode()


def response(body, fields=""):
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return (head + fields + "\r\n").encode() + body


def services(folder):
    """On the load's core: what the gateways ask."""
    ports = [str(port) for port in (ORIGIN, *SERVICES.values(), HANGING)]
    return Server("services", [f"{folder}/answers-server", f"{folder}/answers", *ports],
                  {"http": ORIGIN}, core=LOAD_CORE)


def site(folder):
    """The site of the benchmarks, and in it a document as long as the service's answer."""
    made = folder / "site"
    shutil.copytree(HERE / "site", made)
    document = {"datatype": "list", "body": kept()}
    (made / "Content" / "document.json").write_text(json.dumps(document))
    return made


def gateway(folder, name="Portico", port=18711, cache="1G"):
    program = pathlib.Path(os.environ.get("PORTICO", HERE.parent.parent / ".build" / "release" / "portico"))
    return Server(
        name,
        [str(program), "serve", "--site", str(folder / "site"), "--loops", "1",
         "--state", str(folder / f"state-{port}"), "--cache", cache,
         "--listen", f"127.0.0.1:{port}", "--admin", f"127.0.0.1:{port + 1}"],
        {"http": port, "h2c": port, "admin": port + 1})


def varnish(folder):
    path = folder / "varnish.vcl"
    path.write_text(f"""
vcl 4.1;
backend origin {{ .host = "127.0.0.1"; .port = "{ORIGIN}"; }}
""")
    return Server(
        "Varnish",
        ["varnishd", "-F", "-n", str(folder / "varnish"), "-f", str(path),
         "-a", "127.0.0.1:18721", "-s", "malloc,256m", "-p", "feature=+http2",
         "-p", "thread_pools=1"],
        {"http": 18721, "h2c": 18721})


def nginx_lua(folder):
    """Subrequests that run at once, put together by Lua."""
    if not (NGINX_MODULES / "ngx_http_lua_module.so").exists():
        return None
    path = folder / "nginx-aggregator.conf"
    upstreams = "".join(
        f"  upstream {name} {{ server 127.0.0.1:{port}; keepalive 512; "
        f"keepalive_requests 1000000000; }}\n" for name, port in SERVICES.items())
    inner = "".join(
        f"    location /{name}/ {{ internal; proxy_pass http://{name}; proxy_http_version 1.1; "
        f"proxy_set_header Connection \"\"; }}\n" for name in SERVICES)
    path.write_text(f"""
load_module {NGINX_MODULES}/ndk_http_module.so;
load_module {NGINX_MODULES}/ngx_http_lua_module.so;
daemon off; worker_processes 1; pid {folder}/nginx-aggregator.pid;
error_log {folder}/nginx-aggregator.log;
events {{ worker_connections 20000; }}
http {{
  access_log off; keepalive_requests 1000000000; keepalive_timeout 600;
  proxy_temp_path {folder}/aggregator-temp; client_body_temp_path {folder}/aggregator-body;
  lua_package_cpath "{LUA_MODULES}/?.so;;";
{upstreams}  server {{
    listen 127.0.0.1:18731;
{inner}    location /composed/ {{ content_by_lua_file {AGGREGATORS}/aggregator.lua; }}
    location /pasted/ {{ content_by_lua_file {AGGREGATORS}/pasted.lua; }}
  }}
}}
""")
    return Server("nginx lua", ["nginx", "-p", str(folder), "-c", str(path)], {"http": 18731})


def has_cjson():
    return (LUA_MODULES / "cjson.so").exists()


def go(folder):
    if not shutil.which("go"):
        return None
    program = folder / "aggregator-go"
    subprocess.run(
        ["go", "build", "-o", program, AGGREGATORS / "aggregator.go"], check=True,
        env={"PATH": "/usr/bin:/bin", "GOCACHE": str(folder / "go-cache"), "GOPATH": str(folder),
             "GOFLAGS": "-mod=mod", "GO111MODULE": "off", "HOME": str(folder)})
    return Server("Go", [str(program), "18741", *map(str, SERVICES.values())], {"http": 18741})


def node():
    if not shutil.which("node"):
        return None
    return Server("Node", ["node", str(AGGREGATORS / "aggregator.js"), "18751",
                           *map(str, SERVICES.values())], {"http": 18751})
