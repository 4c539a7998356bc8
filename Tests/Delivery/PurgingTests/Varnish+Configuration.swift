// SPDX-License-Identifier: Apache-2.0

extension CacheServer {
  /// The configuration by which Varnish understands the gateway's purges.
  static let purging = """
    vcl 4.1;
    import purge;
    import std;
    import xkey;
    acl purgers { "127.0.0.1"; }
    backend origin { .host = "127.0.0.1"; .port = "@ORIGIN@"; }
    sub vcl_recv {
      if (req.method == "PURGE" || req.method == "BAN") {
        if (client.ip !~ purgers) { return (synth(403, "Forbidden")); }
      }
      if (req.method == "BAN") {
        if (!std.ban("obj.http.x-path ~ ^" + req.http.x-ban-prefix)) {
          return (synth(400, std.ban_error()));
        }
        return (synth(200, "Banned"));
      }
      if (req.method == "PURGE" && req.http.x-purge-tags) {
        if (req.http.x-purge-soft) {
          set req.http.x-purged = xkey.softpurge(req.http.x-purge-tags);
        } else {
          set req.http.x-purged = xkey.purge(req.http.x-purge-tags);
        }
        return (synth(200, "Purged"));
      }
      if (req.method == "PURGE") { return (hash); }
    }
    sub let_go {
      if (req.http.x-purge-soft) {
        set req.http.x-purged = purge.soft(0s);
      } else {
        set req.http.x-purged = purge.hard();
      }
      return (synth(200, "Purged"));
    }
    sub vcl_hit { if (req.method == "PURGE") { call let_go; } }
    sub vcl_miss { if (req.method == "PURGE") { call let_go; } }
    sub vcl_backend_response { set beresp.http.x-path = bereq.url; }
    sub vcl_synth { if (req.http.x-purged) { set resp.http.x-purged = req.http.x-purged; } }
    """
}
