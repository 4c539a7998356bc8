// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The part of the VCL that keeps answers, serves stale ones and makes the maintenance page.
///
/// A stale answer is served within its `stale-while-revalidate` while a new one is fetched, and within its
/// `stale-if-error` where none can be had: the request is restarted then, with `x-portico-outage`.
struct VarnishAnswers {
  let rules: EdgeRuleSet

  var text: String { fetching + looking + delivering + closing }

  private var fetching: String {
    #"""
    sub vcl_backend_fetch {
      unset bereq.http.x-portico-vary;
      unset bereq.http.x-portico-asked;
    }

    sub vcl_backend_response {
      if (beresp.status >= 500 && !bereq.uncacheable && (bereq.is_bgfetch || !bereq.http.x-portico-outage)) {
        # There is a stale answer, or may be, which is better.
        return (abandon);
      }
      if (beresp.http.Cache-Control !~ "max-?age=" && !beresp.http.Expires) {
        # It does not say how long it is fresh. Requests for it do not wait for each other.
        set beresp.ttl = 120s;
        set beresp.uncacheable = true;
        return (deliver);
      }
      # The answer is let go of in the second that it names itself.
      if (beresp.http.Expires && beresp.http.Cache-Control ~ "max-age" && beresp.ttl > 0s) {
        set beresp.ttl = std.time(beresp.http.Expires, now) - now;
      }
      set beresp.http.x-portico-swr = regsub(beresp.http.Cache-Control, "^.*stale-while-revalidate=([0-9]+).*$", "\1");
      set beresp.http.x-portico-sie = regsub(beresp.http.Cache-Control, "^.*stale-if-error=([0-9]+).*$", "\1");
      if (beresp.http.x-portico-swr !~ "^[0-9]+$") { set beresp.http.x-portico-swr = "0"; }
      if (beresp.http.x-portico-sie !~ "^[0-9]+$") { set beresp.http.x-portico-sie = "0"; }
      set beresp.grace = std.duration(beresp.http.x-portico-swr + "s", 0s);
      if (std.duration(beresp.http.x-portico-sie + "s", 0s) > beresp.grace) {
        set beresp.grace = std.duration(beresp.http.x-portico-sie + "s", 0s);
      }
      # Its validator is good for a while longer.
      set beresp.keep = 60s;
      # By what it is purged: its tags, its URL, and its URL without token and query.
      set beresp.http.x-portico-url = bereq.url + "#" + regsub(bereq.url, "^/[^/?]+/", "/");
      set beresp.http.x-portico-keys = "url:" + bereq.url + " url:" + regsub(bereq.url, "^/[^/?]+/", "/");
      if (bereq.url ~ "\?") {
        set beresp.http.x-portico-keys = beresp.http.x-portico-keys + " url:" + regsub(bereq.url, "\?.*$", "")
          + " url:" + regsub(regsub(bereq.url, "\?.*$", ""), "^/[^/]+/", "/");
      }
      set beresp.http.xkey = regsuball(beresp.http.xkey + " " + beresp.http.Surrogate-Key, ",", " ")
        + " " + regsuball(beresp.http.x-portico-keys, ",", "%2C");
      unset beresp.http.x-portico-keys;
      if (bereq.http.x-portico-kind == "named") { unset beresp.http.Set-Cookie; }
    }

    sub vcl_backend_error {
      if (bereq.is_bgfetch || !bereq.http.x-portico-outage) { return (abandon); }
      set beresp.ttl = 0s;
      set beresp.uncacheable = true;
      set beresp.http.x-portico-closed = "1";
      return (deliver);
    }


    """#
  }

  private var looking: String {
    """
    sub vcl_hit {
      if (obj.ttl <= 0s && !req.http.x-portico-outage) {
        if (obj.ttl + std.duration(obj.http.x-portico-swr + "s", 0s) <= 0s) {
          # It stands in for an error only, and there has been none yet.
          set req.http.x-portico-fresh = "1";
          return (restart);
        }
      }
    }


    """
  }

  private var delivering: String {
    #"""
    sub vcl_deliver {
      if (resp.http.x-portico-closed) {
        return (synth(503, "Closed"));
      }
      # How old the answer is by its own clock, so that everybody lets go in the same second: the
      # number of a time is the nearest one, and the seconds that have passed are wanted.
      if (resp.http.Age && resp.http.Date) {
        set resp.http.Age = std.time2integer(now - 0.5s, 0) - std.time2integer(std.time(resp.http.Date, now), 0);
        if (resp.http.Age ~ "^-") { set resp.http.Age = "0"; }
      }
      call portico_vary;
      if (req.method !~ "^(GET|HEAD|OPTIONS|TRACE)$" && resp.status < 400) {
        # What is kept of the URL may have changed (RFC 9111, section 4.4).
        set resp.http.x-portico-purged = xkey.purge("url:" + regsuball(req.http.x-portico-asked, ",", "%2C"));
        unset resp.http.x-portico-purged;
      }
      if (obj.hits > 0) { set resp.http.X-Cache = "HIT"; } else { set resp.http.X-Cache = "MISS"; }
      unset resp.http.xkey;
      unset resp.http.Surrogate-Key;
      unset resp.http.x-portico-url;
      unset resp.http.x-portico-swr;
      unset resp.http.x-portico-sie;
      unset resp.http.X-Varnish;
      unset resp.http.Via;
    }


    """#
  }

  /// The answers to purges, and the maintenance page for an outage.
  private var closing: String {
    let config = rules.paths.configPattern(rules.groups).map { pattern in
      """
      if (req.http.x-portico-asked ~ {"^/(?:\(EdgePatterns.token)/)?\(pattern)(?:\\?|$)"}) {
          set resp.status = 200;
          set resp.reason = "OK";
        } else {
          set resp.http.Retry-After = "\(ClosingPages.retryAfter)";
        }
      """
    }
    let pages = rules.languages.enumerated().map { number, language in
      """
      if (req.url ~ "^/\(language)[.~/]") {
          set resp.http.Content-Language = "\(language)";
          synthetic(\(VCLText.literal(rules.closing.opening(rules.closing.messages[number]))) + (std.time2integer(now - 0.5s, 0) + \(ClosingPages.age)) + \(VCLText.literal(ClosingPages.ending)));
        }
      """
    }
    let other = """
      {
          synthetic(\(VCLText.literal(rules.closing.opening(rules.closing.message))) + (std.time2integer(now - 0.5s, 0) + \(ClosingPages.age)) + \(VCLText.literal(ClosingPages.ending)));
        }
      """
    let others = rules.hostsPattern.map {
      "  if (req.http.host !~ {\"\($0)\"}) { return (deliver); }\n"
    }
    return """
      sub vcl_synth {
        if (req.method == "PURGE" || req.method == "BAN") {
          if (req.http.x-purged) { set resp.http.x-purged = req.http.x-purged; }
          if (resp.status == 405) { set resp.http.Allow = "GET, HEAD"; }
          synthetic("");
          return (deliver);
        }
        if (resp.status != 503) { return (deliver); }
        if (!req.http.x-portico-outage) {
          set req.http.x-portico-outage = "1";
          return (restart);
        }
      \(others ?? "")  set resp.http.Content-Type = "\(AnswerFormat.standard.mediaType)";
        set resp.http.Cache-Control = "public, max-age=\(ClosingPages.age)";
        set resp.http.Vary = "Accept-Language, X-App";
        \(config ?? "set resp.http.Retry-After = \"\(ClosingPages.retryAfter)\";")
        \((pages + [other]).joined(separator: " else "))
        return (deliver);
      }

      """
  }
}

extension PathTable {
  /// The pattern of the config document's path without its first slash.
  fileprivate func configPattern(_ groups: [AudienceGroup]) -> String? {
    EdgePatterns.paths(self).first { groups[$0.group].isConfig }?.pattern
  }
}
