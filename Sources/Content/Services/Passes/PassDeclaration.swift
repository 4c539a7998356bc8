// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
package import FileShapes
package import HTTPValues

/// A path with everything below it that is passed through to a service, as a site declares it.
package struct PassDeclaration: Sendable, Hashable {
  /// Rule for which answers of the service are stored.
  package enum Caching: String, Sendable, CaseIterable {
    case none
    /// By RFC 9111, as a shared cache.
    case standard
  }

  /// The caching of answers with Set-Cookie.
  package enum Cookies: String, Sendable, CaseIterable {
    case refused
    case kept
  }

  /// Limits of WebSocket connections.
  package struct WebSockets: Sendable, Hashable {
    package static let connectionRange = 1...1_000_000
    package static let idleRange = 1...86_400

    /// Maximum number of connections at once.
    package var connections = 1_000
    /// Seconds for which both sides may be silent.
    package var idle = 60

    package init() {}
  }

  /// Begins with a slash and does not end with one; empty for all paths that nothing else answers.
  package var prefix: String
  package var place: FilePlace
  /// The name of the service.
  package var backend = ""
  /// True where the prefix is removed from the path before the service is asked.
  package var strips = false
  /// The methods that are passed on; `nil`: all.
  package var methods: [HTTPValues.Method]?
  package var caching = Caching.none
  /// The targeted fields that are obeyed instead of Cache-Control, in order (RFC 9213).
  package var targets: [FieldName] = []
  /// True for heuristic freshness: an answer without a lifetime is cached for a share of its age (RFC 9111, 4.2.2).
  package var isHeuristic = false
  package var cookies = Cookies.refused
  /// The credentials of visitors that the service receives; `nil`: those that its calls have.
  package var credentials: CredentialSelection?
  /// A second service that some of the reads are sent to as well.
  package var mirror: MirrorDeclaration?
  /// True for a pass that is served during maintenance.
  package var staysOpen = false
  /// Duration within which the service must begin its answer; `nil`: as long as the service's
  /// calls.
  package var timeout: Duration?
  /// Maximum bytes of a request's body.
  package var bodyBytes = PassDeclaration.standardBodyBytes

  /// Additions to its requests, beside those of its service.
  package var sent = SentValues()
  /// Fields that are added to its answers, in place of those of the service.
  package var fields: [ResponseField] = []
  /// The parameters of queries that are written to the log, and when a request is slow.
  package var log = LogRules()
  /// WebSockets that clients may upgrade to; `nil`: none.
  package var webSockets: WebSockets?

  package static let standardBodyBytes = 1_048_576
  package static let bodyRange = 0...1_099_511_627_776

  package init(prefix: String, at place: FilePlace) {
    self.prefix = prefix
    self.place = place
  }

  /// A path without the slash at its end; `nil` for one that cannot be passed on.
  package static func prefix(of text: String) -> String? {
    if text == "/" { return "" }
    let path = text.hasSuffix("/") ? String(text.dropLast()) : text
    guard path.hasPrefix("/"), path.utf8.count <= 1_024 else { return nil }
    let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    let isPlain = parts.allSatisfy { part in
      !part.isEmpty && part != "." && part != ".."
        && part.utf8.allSatisfy {
          ASCII.isAlphanumeric($0) || "-._~!$&'()*+,;=:@".utf8.contains($0)
        }
    }
    return isPlain ? path : nil
  }

  /// True for the catch-all pass `/`, which gets every path without a document or another pass.
  package var isForTheRest: Bool { prefix.isEmpty }

  /// The prefix as the site's file, metrics and events have it.
  package var shownPrefix: String { isForTheRest ? "/" : prefix }

  /// True for the path of the prefix and those below it.
  package func covers(_ path: String) -> Bool {
    guard path.hasPrefix(prefix) else { return false }
    return path.utf8.count == prefix.utf8.count
      || path.utf8.dropFirst(prefix.utf8.count).first == UInt8(ascii: "/")
  }
}

extension PassDeclaration {
  package static let passes = shape.dictionary(of: "the pass", keys: .passedPath)
    .converted(
      to: { entries in entries.map { $0.value.standing(at: $0.key, $0.place) } },
      from: { passes in
        passes.map { pass in
          Entry(key: pass.shownPrefix, place: pass.place, value: pass)
        }
      }
    )
    .adjusted { passes, _, _, context in refuseTwins(among: passes, &context) }

  private static let shape = Shape.object(
    PassDeclaration(prefix: "", at: FilePlace(""))
  ) {
    Member(
      "backend",
      \.backend,
      .name(of: .backend),
      isRequired: true,
      "Name of the service.",
      examples: ["accounts"]
    )
    Member(
      "strip",
      \.strips,
      .flag,
      "Whether the service is asked for what follows the path and not for the whole path."
    )
    Member(
      "methods",
      \.methods,
      Shape.text(.passedMethod).oneOrMore(),
      "Methods that are passed on, HEAD with GET; all, unless given.",
      examples: [["GET", "POST"]]
    )
    Member(
      "timeout",
      \.timeout,
      Duration.shape,
      "Time in which the service must begin its answer; the backend's timeout, unless given.",
      examples: ["5s"]
    )
    Member("bodyBytes", \.bodyBytes, .integer(bodyRange), "Largest body of a request in bytes.")
    Member(
      "mirror",
      \.mirror,
      MirrorDeclaration.shape,
      "A second service that receives a share of the reads as well, to be compared.",
      examples: [["backend": "catalog-next", "share": 5]]
    )
    Member(
      "staysOpen",
      \.staysOpen,
      .flag,
      "Whether requests are passed on while the site is closed for maintenance."
    )
    Member(
      "send",
      \.sent,
      SentValues.shape,
      "Additions to its requests, beside those of the backend: fields, parameters of the query, the host.",
      examples: [["host": true, "fields": ["x-api-key": ["$env": "ACCOUNTS_KEY"]]]]
    )
    Member(
      "fields",
      \.fields,
      ResponseField.fields,
      "Response fields that are added to its answers, in place of those of the service.",
      examples: [["x-content-type-options": "nosniff"]]
    )
    Member(
      "log",
      \.log,
      LogRules.shape(
        "Parameters of the query whose values are written to the log.",
        example: "sku"
      ),
      "Values that are written to the log, and when a request is slow.",
      examples: [["capture": ["sku"], "slow": "300ms"]]
    )
    Member(
      "webSockets",
      \.webSockets,
      WebSockets.shape,
      "WebSocket connections that clients may open; none, unless given.",
      examples: [["connections": 1_000, "idle": 60]]
    )
    Member(
      "cache",
      \.caching,
      .choice,
      "Answers that are kept: none, or what RFC 9111 lets a shared cache keep."
    )
    Member(
      "targets",
      \.targets,
      Shape.text(.field).oneOrMore(),
      "Fields that are obeyed in place of Cache-Control: the first one that an answer has.",
      examples: [["cdn-cache-control"]]
    )
    Member(
      "heuristic",
      \.isHeuristic,
      .flag,
      "Whether an answer without a lifetime is kept for a share of its age."
    )
    Member(
      "cookies",
      \.cookies,
      .choice,
      "Whether answers that set a cookie are kept, where answers are kept."
    )
  }
  .adjusted { pass, value, _, context in
    MirrorDeclaration.refuseItself(pass.mirror, of: pass.backend, value, &context)
    guard pass.webSockets != nil, let methods = pass.methods, !methods.contains(.get) else {
      return
    }
    context.badValue(
      value["webSockets"] ?? value,
      "\"webSockets\" is never used, since a WebSocket begins with GET; expected GET in \"methods\""
    )
  }

  private func standing(at path: String, _ place: FilePlace) -> PassDeclaration {
    var pass = self
    pass.prefix = PassDeclaration.prefix(of: path) ?? path
    pass.place = place
    return pass
  }

  private static func refuseTwins(
    among passes: [PassDeclaration],
    _ context: inout ReadingContext
  ) {
    var known: [String: PassDeclaration] = [:]
    for pass in passes {
      guard let twin = known[pass.prefix] else {
        known[pass.prefix] = pass
        continue
      }
      context.findings.error(
        .badPath,
        at: pass.place,
        "two passes are for \"\(pass.shownPrefix)\"",
        parties: [Finding.Party(twin.place, "the other one")]
      )
    }
  }
}

extension PassDeclaration.WebSockets {
  fileprivate static let shape = Shape.object(PassDeclaration.WebSockets()) {
    Member(
      "connections",
      \.connections,
      .integer(connectionRange),
      "The most WebSocket connections at once; one more gets 503."
    )
    Member(
      "idle",
      \.idle,
      .integer(idleRange),
      "Seconds for which both sides may be silent; then the connection is closed."
    )
  }
}

extension TextForm where Value == HTTPValues.Method {
  static let passedMethod = HTTPValues.Method.form(
    "method that can be passed on",
    expected: "one such as GET or POST"
  )
}

extension TextForm where Value == String {
  package static let passedPath = TextForm(
    "path that can be passed on",
    expected: "one such as /account, without a query and without . and ..",
    pattern: ServicePatterns.passedPath,
    rule: .badPath,
    accepts: { PassDeclaration.prefix(of: $0) != nil }
  )
}
