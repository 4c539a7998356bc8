// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
package import FileShapes
import HTTPValues

extension DeclaredValue {
  /// A text, or the place where the machine has one.
  package static let shape = Shape.object(Declared(), needsOneOf: ["$env", "$file"]) {
    Member(
      "$env",
      \.variable,
      .text(.variable),
      "Name of the environment variable with the value.",
      examples: ["PRICES_KEY"]
    )
    Member(
      "$file",
      \.file,
      .text(.secretFile),
      "Path of the file with the value, which is read again when the file changes.",
      examples: ["/run/secrets/prices-key"]
    )
    Member(
      "before",
      \.prefix,
      .text(.sentText),
      "Text before that value.",
      examples: ["Bearer "]
    )
  }
  .with("anyOf", [["required": ["$env"]], ["required": ["$file"]]])
  .with("not", ["required": ["$env", "$file"]])
  .adjusted { _, value, subject, context in
    guard value["$env"] != nil, value["$file"] != nil else { return }
    context.badValue(value, "\(subject) has both \"$env\" and \"$file\"; expected one")
  }
  .converted(to: \.value, from: { Declared($0) })
  .orText(
    Shape.text(.sentText).converted(
      to: { DeclaredValue(.fixed($0)) },
      // What the file fixes may be a secret all the same.
      from: { _ in "fixed" }
    )
  )
  .named("sentValue")

  private struct Declared: Sendable {
    var variable: String?
    var file: String?
    var prefix: String?

    init() {}

    init(_ value: DeclaredValue) {
      switch value.source {
      case .environment(let name): variable = name
      case .file(let path): file = path
      // Written as what it is by the text beside it.
      case .fixed: break
      }
      if !value.prefix.isEmpty { prefix = value.prefix }
    }

    var value: DeclaredValue {
      var value = DeclaredValue(file.map { .file($0) } ?? .environment(variable ?? ""))
      value.prefix = prefix ?? ""
      return value
    }
  }
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
        from: { all in all.map { Entry(key: $0.name, place: FilePlace(""), value: $0.value) } }
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
        fields.map { Entry(key: "\($0.name)", place: FilePlace(""), value: $0.value) }
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
  private static let maximumValueBytes = 16_384

  package static let variable: TextForm<String> = {
    var form = TextForm(
      "name of a variable of the environment",
      expected: "one such as CDN_TOKEN, and never the secret itself",
      pattern: "^[A-Za-z_][A-Za-z0-9_]{0,\(maximumNameBytes - 1)}$",
      accepts: { name in
        guard let first = name.utf8.first, name.utf8.count <= maximumNameBytes else { return false }
        return !ASCII.isDigit(first)
          && name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
      }
    )
    form.isSecret = true
    return form
  }()

  fileprivate static let secretFile: TextForm<String> = {
    var form = TextForm(
      "path of a file",
      expected: "an absolute path such as /run/secrets/prices-key, and never the secret itself",
      pattern: "^/[^\\u0000]{1,4094}$",
      accepts: { $0.hasPrefix("/") && (2...4_095).contains($0.utf8.count) && !$0.contains("\0") }
    )
    form.isSecret = true
    return form
  }()

  fileprivate static let sentText: TextForm<String> = {
    var form = TextForm(
      "value that can be sent",
      expected: "1 to \(maximumValueBytes) visible characters and blanks",
      pattern: "^[ -~]{1,\(maximumValueBytes)}$",
      accepts: { text in
        (1...maximumValueBytes).contains(text.utf8.count)
          && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
      }
    )
    form.isSecret = true
    return form
  }()

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
  fileprivate static let sentField: TextForm<String> = {
    var form = TextForm(
      "name of a field that can be sent",
      expected: "one such as x-api-key",
      pattern: TextPatterns.token,
      accepts: { text in FieldName(text).map { !reserved.contains($0) } ?? false }
    )
    form.hint = { text in
      FieldName(text) == nil ? nil : "another one: Portico writes this field itself"
    }
    return form
  }()

  private static let reserved: Set<FieldName> = [
    "accept-encoding", "connection", "content-length", "expect", "forwarded", "host", "keep-alive",
    "proxy-connection", "te", "trailer", "transfer-encoding", "traceparent", "tracestate",
    "upgrade", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-request-id",
  ]
}

extension FindingRule {
  package static let secretInFile = FindingRule("secret-in-file")
}
