// SPDX-License-Identifier: Apache-2.0

/// The part of `vcl_recv` that sends requests along passes to their services. It comes after
/// `portico_normalise`, which leaves `x-portico-kind` empty where a path is no document's, and is not called
/// for paths along passes that go before documents.
struct VCLPasses {
  let rules: EdgeRuleSet
  let dialect: VCLDialect

  /// The condition for a request that may be for a document.
  var mayBeForDocument: String {
    let isRead = #"(req.method == "GET" || req.method == "HEAD")"#
    let passes = EdgePatterns.passes(rules.passes, end: "\\?|$")
    let host = rules.hostsPattern.map { " && req.http.host ~ {\"\($0)\"}" } ?? ""
    return "\(isRead)\(host) && req.url !~ \"\(passes)\""
  }

  var text: String {
    rules.passes.sorted { $0.prefix.utf8.count > $1.prefix.utf8.count }.map { pass in
      let pattern = "^\(AlternativesPattern.escaped(pass.prefix))(?:[/?]|$)"
      let condition =
        pass.prefix.isEmpty
        ? "req.http.x-portico-kind == \"\"" : "req.url ~ \"\(pattern)\""
      return "  if (\(condition)) { \(upgrade(pass))\(pass.isKept ? lookup : "return(pass);") }\n"
    }.joined()
  }

  /// The statements that look a request up unless its answer may be for it alone: by its method, its
  /// credentials (RFC 9111, section 3.5), or its body, or since it is a stream of events.
  private var lookup: String {
    "if (\(dialect.isUncachedMethod) || req.http.Cookie || req.http.Authorization"
      + " || req.http.Content-Length ~ \"[1-9]\" || req.http.Transfer-Encoding"
      + " || req.http.Accept ~ \"(?i)text/event-stream\") { return(pass); } "
      + dialect.lookup
  }

  private func upgrade(_ pass: PassRule) -> String {
    guard pass.webSocketIdle != nil, let upgrade = dialect.upgrade else { return "" }
    return "if (req.method == \"GET\" && req.http.Upgrade ~ \"(?i)^websocket$\") { \(upgrade) } "
  }
}
