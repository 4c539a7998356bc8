# SPDX-License-Identifier: Apache-2.0
"""The servers that are compared, each on one core, each with its own configuration."""

import os
import pathlib
import shutil
import socket
import subprocess
import time

from loads import HERE, LOAD_CORE

SERVER_CORE = "0"
NGINX_MODULES = pathlib.Path("/usr/lib/nginx/modules")
BODY = 2048
# What answers the calls of the fan-out, and how many bytes each of the four bodies has.
BACKEND, PART = 18690, 1700
# What fills the caches.
ORIGIN = 18691


class Server:
    """A server that runs while its `with` block does."""

    def __init__(self, name, command, ports, core=SERVER_CORE):
        self.name, self.command, self.ports, self.core = name, command, ports, core

    def __enter__(self):
        for port in self.ports.values():
            if listens(port):
                raise SystemExit(f"{self.name}: another server has the port {port}")
        self.process = subprocess.Popen(
            ["taskset", "-c", self.core] + self.command,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        for port in self.ports.values():
            wait_for(port, self.name)
        if self.process.poll() is not None:
            raise SystemExit(f"{self.name} ended with {self.process.returncode}")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def tree(self):
        """The server's processes."""
        found, waiting = [], [self.process.pid]
        while waiting:
            pid = waiting.pop()
            found.append(pid)
            try:
                children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text()
            except OSError:
                continue
            waiting += [int(child) for child in children.split()]
        return found

    def cpu_seconds(self):
        ticks = 0
        for pid in self.tree():
            try:
                fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def pss_kib(self):
        total = 0
        for pid in self.tree():
            try:
                for line in pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
                    if line.startswith("Pss:"):
                        total += int(line.split()[1])
            except OSError:
                continue
        return total


def listens(port):
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True


def wait_for(port, name):
    for _ in range(100):
        if listens(port):
            return
        time.sleep(0.1)
    raise SystemExit(f"{name} does not listen on 127.0.0.1:{port}")


def build(folder):
    """Every server that this machine has, with what it needs written into `folder`."""
    for name in ("ceiling", "fanout"):
        subprocess.run(["cc", "-O2", "-o", folder / name, HERE / f"{name}.c"], check=True)
    certificate(folder)
    (folder / "hot").mkdir(exist_ok=True)
    (folder / "hot" / "1").write_text('{"pad":"%s"}' % ("x" * (BODY - 10)))
    servers = [
        Server("C ceiling", [f"{folder}/ceiling", "18601", str(BODY)], {"http": 18601}),
        Server("C fan-out", [f"{folder}/fanout", "18651", str(BACKEND)], {"compose": 18651}),
        portico(folder), nginx(folder), nginx_lua(folder), haproxy(folder), h2o(folder),
    ]
    return [server for server in servers if is_installed(server)]


def is_installed(server):
    return server is not None and shutil.which(server.command[0]) is not None


def backends(folder):
    """On the load's core: what answers the calls of the fan-out, and what fills the caches."""
    ceiling = str(folder / "ceiling")
    return [
        Server("backend", [ceiling, str(BACKEND), str(PART)], {"http": BACKEND}, core=LOAD_CORE),
        Server("origin", [ceiling, str(ORIGIN), str(BODY)], {"http": ORIGIN}, core=LOAD_CORE),
    ]


def portico(folder):
    program = HERE.parent.parent / ".build" / "release" / "wireprobe"
    return Server(
        "Portico",
        [str(program), "--http", "18611", "--h2c", "18612", "--loops", "1",
         "--tls", "18613", "--cert", f"{folder}/cert.pem", "--key", f"{folder}/key.pem",
         "--upstream", f"127.0.0.1:{BACKEND}"],
        {"http": 18611, "h2c": 18612, "tls": 18613, "compose": 18611})


def nginx(folder):
    path = folder / "nginx.conf"
    path.write_text(f"""
daemon off; worker_processes 1; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
events {{ worker_connections 20000; }}
http {{
  access_log off; sendfile off; keepalive_requests 1000000000; keepalive_timeout 600;
  open_file_cache max=1000 inactive=600s; open_file_cache_valid 600s;
  proxy_cache_path {folder}/cache keys_zone=hot:10m; proxy_temp_path {folder}/temp;
  client_body_temp_path {folder}/body;
  upstream origin {{ server 127.0.0.1:{ORIGIN}; keepalive 64; }}
  server {{
    listen 127.0.0.1:18621; listen 127.0.0.1:18622 http2;
    listen 127.0.0.1:18623 ssl http2;
    ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem;
    location / {{
      proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_cache hot; proxy_cache_valid 200 1h;
    }}
  }}
}}
""")
    return Server("nginx proxy_cache", ["nginx", "-p", str(folder), "-c", str(path)],
                  {"http": 18621, "h2c": 18622, "tls": 18623})


def nginx_lua(folder):
    """The fan-out as nginx does it: subrequests that run at once, put together by Lua."""
    if not (NGINX_MODULES / "ngx_http_lua_module.so").exists():
        return None
    path = folder / "nginx-lua.conf"
    path.write_text(f"""
load_module {NGINX_MODULES}/ndk_http_module.so;
load_module {NGINX_MODULES}/ngx_http_lua_module.so;
daemon off; worker_processes 1; pid {folder}/nginx-lua.pid; error_log {folder}/nginx-lua.log;
events {{ worker_connections 20000; }}
http {{
  access_log off; keepalive_requests 1000000000; keepalive_timeout 600;
  proxy_temp_path {folder}/lua-temp; client_body_temp_path {folder}/lua-body;
  upstream backend {{
    server 127.0.0.1:{BACKEND}; keepalive 512; keepalive_requests 1000000000;
  }}
  server {{
    listen 127.0.0.1:18661;
    location /part/ {{
      internal; proxy_pass http://backend; proxy_http_version 1.1;
      proxy_set_header Connection "";
    }}
    location = /compose {{
      content_by_lua_block {{
        local a, b, c, d = ngx.location.capture_multi{{
          {{"/part/a"}}, {{"/part/b"}}, {{"/part/c"}}, {{"/part/d"}},
        }}
        ngx.header["Content-Type"] = "application/json"
        ngx.header["Content-Length"] = #a.body + #b.body + #c.body + #d.body
        ngx.print(a.body, b.body, c.body, d.body)
      }}
    }}
  }}
}}
""")
    return Server("nginx capture_multi", ["nginx", "-p", str(folder), "-c", str(path)],
                  {"compose": 18661})


def haproxy(folder):
    path = folder / "haproxy.cfg"
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
cache hot
  total-max-size 64
  max-age 3600
  process-vary on
frontend in
  bind 127.0.0.1:18631
  bind 127.0.0.1:18632 proto h2
  bind 127.0.0.1:18633 ssl crt {folder}/both.pem alpn h2,http/1.1
  default_backend origin
frontend conditional
  bind 127.0.0.1:18634
  # Its 304 has the length of what it does not send, which wrk waits for.
  http-after-response del-header content-length if {{ status 304 }}
  default_backend origin
backend origin
  http-request cache-use hot
  http-response set-header cache-control max-age=3600
  http-response cache-store hot
  server a 127.0.0.1:{ORIGIN}
""")
    return Server("HAProxy cache", ["haproxy", "-f", str(path)],
                  {"http": 18631, "h2c": 18632, "tls": 18633, "conditional": 18634})


def h2o(folder):
    path = folder / "h2o.conf"
    path.write_text(f"""
num-threads: 1
max-connections: 20000
http1-request-timeout: 600
http2-idle-timeout: 600
listen: {{host: 127.0.0.1, port: 18641}}
listen:
  host: 127.0.0.1
  port: 18643
  ssl: {{certificate-file: {folder}/cert.pem, key-file: {folder}/key.pem}}
hosts:
  default:
    paths:
      /: {{file.dir: {folder}}}
""")
    return Server("h2o file", ["h2o", "-c", str(path)], {"http": 18641, "h2c": 18641, "tls": 18643})


def certificate(folder):
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
         "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", folder / "key.pem", "-out",
         folder / "cert.pem"],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    both = (folder / "cert.pem").read_text() + (folder / "key.pem").read_text()
    (folder / "both.pem").write_text(both)
