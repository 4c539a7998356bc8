// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
package import FileShapes
package import HTTPValues

/// Additions to the requests of a service, a call or a pass: made when a request is sent, so that nothing else of
/// the gateway sees the values.
package struct SentValues: Sendable, Hashable {
  package struct Field: Sendable, Hashable {
    package let name: FieldName
    package let value: DeclaredValue

    package init(_ name: FieldName, _ value: DeclaredValue) {
      (self.name, self.value) = (name, value)
    }
  }

  package struct Parameter: Sendable, Hashable {
    package let name: String
    package let value: DeclaredValue

    package init(_ name: String, _ value: DeclaredValue) { (self.name, self.value) = (name, value) }
  }

  /// The host that a request names.
  package enum Host: Sendable, Hashable {
    /// The host of the service's address.
    case address
    /// A host of its own.
    case named(String)
  }

  package static let mostFields = 32
  package static let mostParameters = 32

  /// Replace fields of the same name.
  package var fields: [Field] = []
  /// Replace parameters of the query of the same name.
  package var query: [Parameter] = []
  /// `nil`: of calls the host of the address, of passes the one that the client names.
  package var host: Host?

  package init() {}

  /// Tells additions apart, by where their values are.
  package var identity: String {
    let all =
      fields.map { "\($0.name)=\($0.value)" } + query.map { "?\($0.name)=\($0.value)" }
      + ["\(host, default: "")"]
    return all.joined(separator: "\n")
  }

  package var isEmpty: Bool { fields.isEmpty && query.isEmpty && host == nil }
}

extension SentValues {
  package static let shape = Shape.object(SentValues()) {
    Member(
      "fields",
      \.fields,
      fieldsShape,
      "Fields by their names, in place of fields of the same name.",
      examples: [["authorization": ["$env": "PRICES_KEY", "before": "Bearer "]]]
    )
    Member(
      "query",
      \.query,
      parameters(atMost: mostParameters),
      "Parameters of the query, in place of parameters of the same name.",
      examples: [["key": ["$file": "/run/secrets/maps-key"]]]
    )
    Member(
      "host",
      \.host,
      Host.shape,
      "Host that requests name: one of its own, or true for that of the service's address. Calls name that of "
        + "the address, passes that of the visitor's request, unless given.",
      examples: [true, "api.example.com"]
    )
  }
  .named("additions")

  /// Values by the names of parameters.
  package static func parameters(atMost most: Int) -> Shape<[Parameter]> {
    DeclaredValue.shape.dictionary(of: "the parameter", keys: .sentParameter, atMost: most)
      .converted(
        to: { entries in entries.map { Parameter($0.key, $0.value) } },
        from: { all in all.map { Entry(written: $0.name, $0.value) } }
      )
  }

  private static let fieldsShape = DeclaredValue.shape
    .dictionary(of: "the field", keys: .sentField, atMost: mostFields)
    .adjusted { entries, value, _, context in
      for entry in entries {
        guard case .fixed = entry.value.source, namesSecret(entry.key) else { continue }
        context.findings.warning(
          .secretInFile,
          at: context.place(of: value[entry.key] ?? value),
          "the field \"\(entry.key)\" has its value in a file of the site, which editions and their history keep; "
            + "expected { $env: \"NAME\" } or { $file: \"/path\" }"
        )
      }
    }
    .converted(
      to: { entries in
        entries.compactMap { entry in FieldName(entry.key).map { Field($0, entry.value) } }
      },
      from: { fields in
        fields.map { Entry(written: "\($0.name)", $0.value) }
      }
    )

  /// Whether a field of this name usually has a secret.
  private static func namesSecret(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["authorization", "cookie", "key", "token", "secret", "password"]
      .contains { name.contains($0) }
  }
}

extension SentValues.Host {
  fileprivate static let shape = Shape<SentValues.Host>(
    schema: { ["anyOf": [["const": true], name.schema()]] },
    read: { value, subject, context in
      if case .bool(true) = value.content { return .address }
      return name.read(value, subject, &context).map { .named($0) }
    },
    write: { host in
      switch host {
      case .address: DataValue(.bool(true))
      case .named(let text): name.write(text)
      }
    }
  )

  private static let name = Shape.text(.sentHost)
}

extension TextForm where Value == String {
  private static let maximumNameBytes = 128

  package static let variable = TextForm(
    "name of a variable of the environment",
    expected: "one such as CDN_TOKEN, and never the secret itself",
    pattern: "^[A-Za-z_][A-Za-z0-9_]{0,\(maximumNameBytes - 1)}$",
    accepts: { name in
      guard let first = name.utf8.first, name.utf8.count <= maximumNameBytes else { return false }
      return !ASCII.isDigit(first)
        && name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
    }
  )
  .secret

  static let secretFile = TextForm(
    "path of a file",
    expected: "an absolute path such as /run/secrets/prices-key, and never the secret itself",
    pattern: "^/[^\\u0000]{1,4094}$",
    accepts: { $0.hasPrefix("/") && (2...4_095).contains($0.utf8.count) && !$0.contains("\0") }
  )
  .secret

  static let sentText = visible("value that can be sent", atMost: 16_384).secret

  fileprivate static let sentParameter = TextForm(
    "name of a parameter",
    expected: "one such as key, of at most \(maximumNameBytes) letters, digits and -._~[]",
    pattern: #"^[A-Za-z0-9._~\[\]-]{1,\#(maximumNameBytes)}$"#,
    accepts: { name in
      (1...maximumNameBytes).contains(name.utf8.count)
        && name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "-._~[]".utf8.contains($0) }
    }
  )

  fileprivate static let sentHost = TextForm(
    "host",
    expected: "one such as api.example.com or api.example.com:8443",
    pattern: #"^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]+\])(?::\#(TextPatterns.port))?$"#,
    accepts: { Origin(authority: $0[...], scheme: .http) != nil && isHost($0) }
  )

  private static func isHost(_ text: String) -> Bool {
    let colons = text.utf8.count { $0 == UInt8(ascii: ":") }
    return text.utf8.count <= 259 && (text.hasPrefix("[") || colons < 2)
      && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "-._:[]".utf8.contains($0) }
  }

  /// A field that can be added to requests: not one that belongs to a connection, or that Portico writes itself.
  fileprivate static let sentField = fieldName(
    "name of a field that can be sent",
    expected: "one such as x-api-key",
    besides: reserved,
    which: "Portico writes this field itself"
  )

  private static let reserved: Set<FieldName> = [
    "accept-encoding", "connection", "content-length", "expect", "forwarded", "host", "keep-alive",
    "proxy-connection", "te", "trailer", "transfer-encoding", "traceparent", "tracestate",
    "upgrade", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-request-id",
  ]
}

extension FindingRule {
  package static let secretInFile = FindingRule("secret-in-file")
}
