// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import HTTPValues
import Plans

extension BackendDeclaration {
  static let backends = shape.dictionary(of: "the backend", declares: .backend)
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
        "unix:/run/prices.sock",
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
    let isPlain =
      !backend.addresses.isEmpty && !backend.addresses.contains(where: \.origin.isSecure)
    guard backend.security != nil, isPlain else { return }
    context.badValue(
      value["tls"] ?? value,
      "\"tls\" of \(subject) is never used; expected an address that begins with https://"
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
  /// An address alone, or with its weight.
  static let shape = weighted.orText(
    Shape<Origin>.text(.service).converted(to: { BackendDeclaration.Address($0) }, from: \.origin)
  )

  private static let weighted = Shape.object(
    BackendDeclaration.Address(Origin(.http, host: "", port: 80))
  ) {
    Member(
      "address",
      \.origin,
      .text(.service),
      isRequired: true,
      "The address.",
      examples: ["http://10.0.0.9:9000"]
    )
    Member(
      "weight",
      \.weight,
      .integer(weights),
      "Share of the calls beside the weights of the other addresses; 0 gets none."
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
