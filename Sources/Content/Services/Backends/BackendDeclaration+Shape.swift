// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
package import FileShapes
import HTTPValues

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

extension BackendDeclaration.Address {
  /// An address alone, or with its weight, or the variable of the environment that has it.
  static let shape = weighted.orText(.text(.service))

  /// The same without a weight.
  static let alone = Shape.object(unknown, needsOneOf: ["$env"]) { inEnvironment }
    .with("required", ["$env"])
    .orText(.text(.service))

  private static let weighted = Shape.object(unknown, needsOneOf: ["address", "$env"]) {
    Member(
      "address",
      \.declared,
      .text(.service),
      "The address.",
      examples: ["http://10.0.0.9:9000"]
    )
    inEnvironment
    Member(
      "weight",
      \.weight,
      .integer(weights),
      "Share of the calls beside the weights of the other addresses; 0 gets none."
    )
  }

  .with("anyOf", [["required": ["address"]], ["required": ["$env"]]])

  @MemberBuilder<BackendDeclaration.Address>
  private static var inEnvironment: [Member<BackendDeclaration.Address>] {
    Member(
      "$env",
      \.variable,
      .text(.variable),
      "Name of the environment variable with the address.",
      examples: ["PRICES_URL"]
    )
    Member(
      "otherwise",
      \.fallback,
      .text(.service),
      "The address where the environment has no such variable.",
      examples: ["http://localhost:9000"]
    )
  }

  /// The address that stands in the file by itself.
  private var declared: BackendDeclaration.Address? {
    get { isKnown && variable == nil ? self : nil }
    set { take(newValue) }
  }

  /// The address in place of a variable that is not there.
  private var fallback: BackendDeclaration.Address? {
    get { isKnown && variable != nil ? self : nil }
    set { take(newValue) }
  }

  private mutating func take(_ address: BackendDeclaration.Address?) {
    guard let address else { return }
    (origin, path, isKnown) = (address.origin, address.path, true)
  }
}

extension TokenDeclaration {
  static let shape = Shape.object(TokenDeclaration()) {
    Member(
      "at",
      \.address,
      BackendDeclaration.Address.alone,
      isRequired: true,
      "URL of the token endpoint.",
      examples: ["https://auth.example.com/oauth/token"]
    )
    Member(
      "client",
      \.client,
      DeclaredValue.shape,
      isRequired: true,
      "The client's id.",
      examples: ["portico"]
    )
    Member(
      "secret",
      \.secret,
      DeclaredValue.shape,
      isRequired: true,
      "The client's secret.",
      examples: [["$env": "PRICES_SECRET"], ["$file": "/run/secrets/prices"]]
    )
    Member(
      "scope",
      \.scope,
      .text,
      "What the token is to allow, in words between blanks.",
      examples: ["prices:read"]
    )
    Member(
      "parameters",
      \.parameters,
      SentValues.parameters(atMost: mostParameters),
      "Further parameters of the request for a token.",
      examples: [["audience": "https://prices.example.com"]]
    )
    Member(
      "authenticate",
      \.authentication,
      .choice,
      "How the client says who it is: basic in the field Authorization, body in the form."
    )
    Member(
      "timeout",
      \.timeout,
      Duration.shape,
      "Time that a request for a token may take.",
      examples: ["2s"]
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

extension MirrorDeclaration {
  static let shape = Shape.object(Declared()) {
    Member(
      "backend",
      \.backend,
      .name(of: .backend),
      isRequired: true,
      "Name of the second service; its answers are compared and thrown away.",
      examples: ["catalog-next"]
    )
    Member(
      "share",
      \.share,
      .number(shares),
      isRequired: true,
      "Percentage of the reads that are sent to it as well.",
      examples: [5]
    )
  }
  .checked { declared, _, _, _ in !declared.backend.isEmpty }
  .converted(
    to: { MirrorDeclaration(backend: $0.backend, percent: $0.share) },
    from: { Declared(backend: $0.backend, share: Double($0.share) / 100) }
  )

  private struct Declared {
    var backend = ""
    var share = 0.0
  }

  /// Notes a service that would be compared with itself.
  static func refuseItself(
    _ mirror: MirrorDeclaration?,
    of backend: String,
    _ value: DataValue,
    _ context: inout ReadingContext
  ) {
    guard let mirror, mirror.backend == backend else { return }
    context.badValue(
      value["mirror"]?["backend"] ?? value,
      "\"\(backend)\" would be compared with itself; expected another backend"
    )
  }
}
