// SPDX-License-Identifier: Apache-2.0

/// Writes VCL for Varnish 6.0 and later, which needs the modules std and xkey of Debian.
package enum VarnishWriter: EdgeWriter {
  package static let name = "varnish"
  package static let summary = "VCL 4.1 for Varnish, with the modules std and xkey"

  package static func parts(
    _ rules: EdgeRuleSet,
    _ settings: ExportSettings
  ) -> [EdgePart] {
    let text =
      head(rules, settings) + VCLNormalisation(rules: rules, dialect: .varnish).text
      + VarnishPurging.text + request(rules) + piping(rules)
      + VCLVary(rules: rules, dialect: .varnish).text + VarnishAnswers(rules: rules).text
    return [EdgePart(name: "vcl", file: "portico.vcl", text: text)]
  }

  private static func head(_ rules: EdgeRuleSet, _ settings: ExportSettings) -> String {
    let purgers = settings.purgers.map { purger in
      let parts = purger.split(separator: "/", maxSplits: 1)
      let length = parts.count > 1 ? "/\(parts[1])" : ""
      return "  \"\(parts.first ?? "")\"\(length);\n"
    }.joined()
    let timeout = webSocketIdle(rules).map {
      "# WebSockets may be silent for \($0) seconds: varnishd -p pipe_timeout=\(max(60, $0 + 10))\n"
    }
    return """
      vcl 4.1;
      # Varnish in front of portico; the rules are \(rules.name).
      # Debian: varnish varnish-modules
      \(timeout ?? "")

      import std;
      import xkey;

      backend portico {
        .host = "\(settings.originHost)";
        .port = "\(settings.originPort)";
        .connect_timeout = 2s;
        .first_byte_timeout = 15s;
        .between_bytes_timeout = 15s;
      }

      acl portico_purgers {
      \(purgers)}


      """
  }

  /// The longest silence of a WebSocket that a pass allows; `nil` where no pass has any.
  private static func webSocketIdle(_ rules: EdgeRuleSet) -> Int? {
    rules.passes.compactMap(\.webSocketIdle).max()
  }

  /// Adds the fields of a WebSocket's request that Varnish leaves out. A service that declines closes the
  /// connection, since Varnish would hand further requests of the client on unread.
  private static func piping(_ rules: EdgeRuleSet) -> String {
    guard webSocketIdle(rules) != nil else { return "" }
    return """
      sub vcl_pipe {
        unset bereq.http.x-portico-vary;
        unset bereq.http.x-portico-asked;
        if (req.http.Upgrade) {
          set bereq.http.Upgrade = req.http.Upgrade;
          set bereq.http.Connection = "Upgrade, close";
        }
      }


      """
  }

  private static func request(_ rules: EdgeRuleSet) -> String {
    let passes = VCLPasses(rules: rules, dialect: .varnish)
    return """
      sub vcl_recv {
        if (req.restarts == 0) {
          # Only this configuration sets these fields.
          unset req.http.x-portico-outage;
          unset req.http.x-portico-fresh;
          unset req.http.x-portico-kind;
          unset req.http.x-portico-vary;
          unset req.http.x-portico-asked;
          set req.http.\(EdgeRuleSet.field) = "\(rules.name)";
          if (req.method == "PURGE" || req.method == "BAN") { call portico_purge; }
          set req.http.x-portico-asked = req.url;
          if (\(passes.mayBeForDocument)) { call portico_normalise; }
        }
        if (req.http.x-portico-outage) {
          set req.grace = 30d;
        } else if (req.http.x-portico-fresh) {
          set req.grace = 0s;
        }
      \(passes.text)  if (req.http.x-portico-kind == "named") { return (hash); }
      }

      sub vcl_hash {
        # Only the config document is told of an app, by its URL alone.
        if (req.http.x-portico-kind == "named" && req.http.X-App) { hash_data(req.http.X-App); }
      }


      """
  }
}
