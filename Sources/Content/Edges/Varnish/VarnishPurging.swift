// SPDX-License-Identifier: Apache-2.0

/// The subroutine that obeys purges.
///
/// | request | purges |
/// |---|---|
/// | `PURGE /path` | the URL with its variants; a path without a token with all its tokens |
/// | `PURGE /`, `x-purge-tags: a b` | all answers with one of the tags |
/// | `BAN /`, `x-ban-prefix: /items/` | all URLs that begin with it, with and without a token |
///
/// `x-purge-soft: 1` makes a purge soft: the answers may be served stale while they are fetched again.
/// `x-purged` in the answer is their number, where it is known.
enum VarnishPurging {
  static let text = #"""
    sub portico_purge {
      if (client.ip !~ portico_purgers) { return (synth(405)); }
      if (req.method == "BAN") {
        # A ban is words with blanks between.
        if (req.http.x-ban-prefix !~ "^/[^[:space:][:cntrl:]]*$") { return (synth(400)); }
        if (req.http.x-ban-prefix == "/") {
          ban("obj.status != 0");
        } else {
          ban("obj.http.x-portico-url ~ (?:^|#)" + regsuball(req.http.x-ban-prefix, "[][\\^$.|?*+(){}#]", "\\\0"));
        }
        return (synth(200, "Banned"));
      }
      if (req.http.x-purge-tags) {
        set req.http.x-portico-tags = req.http.x-purge-tags;
      } else {
        set req.http.x-portico-tags = "url:" + regsuball(req.url, ",", "%2C");
      }
      if (req.http.x-purge-soft == "1") {
        set req.http.x-purged = xkey.softpurge(req.http.x-portico-tags);
      } else {
        set req.http.x-purged = xkey.purge(req.http.x-portico-tags);
      }
      return (synth(200, "Purged"));
    }


    """#
}
