// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
package import FileShapes
import HTTPValues

/// A service as a site declares it.
package struct BackendDeclaration: Sendable, Hashable {
  package var name: String
  package var addresses: [Address] = []
  /// Maximum duration of a call.
  package var timeout: Duration = .seconds(1)
  /// Maximum size of an answer, both as received and unpacked.
  package var maximumBytes = 4 * 1_024 * 1_024
  /// The checks of its addresses.
  package var health = HealthDeclaration.watched
  /// Maximum number of times that a failed call is repeated, where that is safe.
  package var retries = 2
  /// Percentage of calls that may be hedged: sent a second time while the first is late.
  package var hedge = 0
  /// The most calls under way at once, for each event loop.
  package var concurrency = 1_000
  /// The credentials of visitors that the service receives.
  package var credentials = CredentialSelection.none

  /// Trust in the service and our certificate for it; `nil`: the machine's trust and no certificate.
  package var security: Security?
  /// The version of HTTP that it is spoken to in.
  package var speech = Speech.auto

  /// Additions to all its requests.
  package var sent = SentValues()
  /// The access token that its requests carry; `nil` for none.
  package var token: TokenDeclaration?

  /// A second service that some of the calls of plans are sent to as well.
  package var mirror: MirrorDeclaration?
  /// True for the site's own records, which calls reach in this process.
  package var isLocal = false

  package init(name: String) { self.name = name }

  /// True for a service that receives credentials of visitors: its answers may be personal and are not shared.
  package var seesCredentials: Bool { credentials != .none }
}

extension BackendDeclaration {
  /// The version of HTTP that a service is spoken to in.
  package enum Speech: String, Sendable, CaseIterable {
    /// The version that TLS agrees on; without TLS HTTP/1.1, and HTTP/2 for many calls at once if the
    /// service speaks it.
    case auto
    /// HTTP/2, without TLS at once.
    case http2 = "h2"
    case http1 = "http/1.1"
  }

  /// Settings that prove the identity of a service to us, and ours to it. Files are named by their
  /// paths.
  package struct Security: Sendable, Hashable {
    /// The authorities that are trusted in place of the machine's.
    package var authorities: String?
    /// Our certificate with its chain.
    package var certificate: String?
    /// The key of our certificate.
    package var key: String?
    /// The name that the service has to prove, in place of its host.
    package var serverName: String?

    package init() {}
  }
}

extension BackendDeclaration {
  package static let backends = shape.dictionary(of: "the backend", declares: .backend)
    .keyed(by: \.name)
    .adjusted { backends, value, _, context in
      for backend in backends {
        let value = value[backend.name] ?? value
        MirrorDeclaration.refuseItself(backend.mirror, of: backend.name, value, &context)
      }
    }

  static let shape = Shape.object(BackendDeclaration(name: "")) {
    Member(
      "addresses",
      \.addresses,
      Address.shape.oneOrMore(atLeast: 1),
      isRequired: true,
      "Where the service answers.",
      examples: [
        "https://prices.example.com", ["http://10.0.0.1:9000", "http://10.0.0.2:9000"],
        ["http://10.0.0.1:9000", ["address": "http://10.0.0.9:9000", "weight": 5]],
        ["$env": "PRICES_URL", "otherwise": "http://localhost:9000"],
        "https://prices.example.com/v2", "unix:/run/prices.sock",
      ]
    )
    Member(
      "timeout",
      \.timeout,
      Duration.shape,
      "Time that a call may take.",
      examples: ["500ms"]
    )
    Member(
      "maximumBytes",
      \.maximumBytes,
      .integer(1...1_073_741_824),
      "Largest answer in bytes, as it comes and unpacked."
    )
    Member(
      "health",
      \.health,
      HealthDeclaration.shape,
      "Health checks, by which an address that fails gets no calls: the path that a healthy service answers "
        + "with success, or a check with its limits. Unless given, one loop only tries whether idle "
        + "addresses accept connections, to tell operators; false for not even that.",
      examples: ["/health", ["path": "/health", "interval": "500ms", "failures": 2], false]
    )
    Member(
      "retries",
      \.retries,
      .integer(0...5),
      "The most retries of a call that failed, where a retry is safe."
    )
    Member(
      "hedge",
      \.hedge,
      .integer(0...20),
      "Percentage of calls that may be hedged: sent a second time while the first is late."
    )
    Member(
      "concurrency",
      \.concurrency,
      .integer(1...10_000),
      "The most calls under way at once, for each event loop."
    )
    Member(
      "credentials",
      \.credentials,
      CredentialSelection.shape,
      "What the service receives of what visitors prove themselves with: true for Cookie and "
        + "Authorization, or the names of what it needs.",
      examples: [true, ["authorization", "cookie:session"]]
    )
    Member(
      "send",
      \.sent,
      SentValues.shape,
      "Additions to every request: fields, parameters of the query, the host.",
      examples: [["fields": ["x-api-key": ["$env": "PRICES_KEY"]]]]
    )
    Member(
      "token",
      \.token,
      TokenDeclaration.shape,
      "Access token that every request carries, by OAuth 2's client credentials; none, unless given.",
      examples: [
        [
          "at": "https://auth.example.com/oauth/token", "client": "portico",
          "secret": ["$env": "PRICES_SECRET"],
        ]
      ]
    )
    Member(
      "protocol",
      \.speech,
      .choice,
      "Version of HTTP: auto is what TLS agrees on, and without TLS HTTP/1.1, and HTTP/2 for many calls "
        + "at once if the service speaks it; h2 without TLS is spoken at once (prior knowledge)."
    )
    Member(
      "tls",
      \.security,
      Security.shape,
      "How the service proves who it is, and Portico to it; by the machine's authorities, unless "
        + "given.",
      examples: [["authorities": "/etc/portico/services-ca.pem"]]
    )
    Member(
      "mirror",
      \.mirror,
      MirrorDeclaration.shape,
      "A second service that receives a share of the calls of plans as well, to be compared.",
      examples: [["backend": "catalog-next", "share": 5]]
    )
  }
  .adjusted { backend, value, subject, context in
    backend.refuseNoWeight(value, subject, &context)
    backend.refuseDifferentPaths(value, subject, &context)
    let isPlain =
      !backend.addresses.isEmpty
      && backend.addresses.allSatisfy { $0.variable == nil && !$0.origin.isSecure }
    guard backend.security != nil, isPlain else { return }
    context.badValue(
      value["tls"] ?? value,
      "\"tls\" of \(subject) is never used; expected an address that begins with https://"
    )
  }

  private func refuseDifferentPaths(
    _ value: DataValue,
    _ subject: Subject,
    _ context: inout ReadingContext
  ) {
    guard !hasOnePath else { return }
    context.badValue(
      value["addresses"] ?? value,
      "the addresses of \(subject) have different paths; expected the same behind each host"
    )
  }

  private func refuseNoWeight(
    _ value: DataValue,
    _ subject: Subject,
    _ context: inout ReadingContext
  ) {
    guard !addresses.isEmpty, addresses.allSatisfy({ $0.weight == 0 }) else { return }
    context.badValue(
      value["addresses"] ?? value,
      "no address of \(subject) gets any calls; expected one with a weight above 0"
    )
  }
}

extension BackendDeclaration.Security {
  static let shape = Shape.object(BackendDeclaration.Security()) {
    Member(
      "authorities",
      \.authorities,
      .text,
      "Path of a PEM file with the authorities that are trusted in place of the machine's.",
      examples: ["/etc/portico/services-ca.pem"]
    )
    Member(
      "certificate",
      \.certificate,
      .text,
      "Path of a PEM file with the certificate that Portico shows to the service, and its chain.",
      examples: ["/etc/portico/client.pem"]
    )
    Member(
      "key",
      \.key,
      .text,
      "Path of a PEM file with the key of that certificate.",
      examples: ["/etc/portico/client.key"]
    )
    Member(
      "serverName",
      \.serverName,
      .text,
      "Name that the service has to prove; the host of its address, unless given.",
      examples: ["prices.internal"]
    )
  }
  .with("dependentRequired", ["certificate": ["key"], "key": ["certificate"]])
  .adjusted { security, value, subject, context in
    guard (security.certificate == nil) != (security.key == nil) else { return }
    context.findings.error(
      .missingKey,
      at: context.place(of: value),
      "\(subject) has only one of \"certificate\" and \"key\"; expected both or none"
    )
  }
}
