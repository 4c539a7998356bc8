// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
package import HTTPValues
import Services

// The CORS protocol of the Fetch standard, decided from the site's file alone: which pages of other
// origins may read answers, and what a preflight is told. Where any origin may read, every answer says
// so and none varies. Where origins are named, an answer names the one that asks and varies by Origin,
// since a cache in front would give one page what was allowed to another.

/// The web pages of other origins that may read the site's answers.
package struct CrossOriginSettings: Sendable, Hashable {
  package static let maximumAges = 0...86_400
  static let maximumOrigins = 100

  /// The origins that may read; empty for any.
  package var origins: [OriginPattern] = []
  /// Whether pages may send cookies and other credentials.
  package var allowsCredentials = false
  /// The request fields that pages may send beside those that need no permission.
  package var requestFields: [FieldName] = ["x-app", "content-type", "traceparent"]
  /// The response fields that pages may read beside those that need no permission.
  package var exposedFields: [FieldName] = [
    "etag", "date", "age", "cache-status", "retry-after", "content-location",
  ]
  /// Seconds for which a browser keeps the answer to a preflight.
  package var maximumAge = 600

  package init() {}

  package var allowsAny: Bool { origins.isEmpty }

  /// Whether a page of an origin may read, as the origin is spelled in the field Origin.
  package func allows(_ origin: String) -> Bool {
    allowsAny || origins.contains { $0.matches(origin) }
  }
}

/// An origin of web pages, or every origin below a host: `https://app.example.com`,
/// `https://*.example.com`.
package struct OriginPattern: Sendable, Hashable {
  package let isSecure: Bool
  package let host: HostPattern

  /// Reads a scheme with a host, and a port unless it is the scheme's own.
  init?(_ text: String) {
    isSecure = text.hasPrefix("https://")
    guard isSecure || text.hasPrefix("http://") else { return nil }
    guard let host = HostPattern(String(text.dropFirst(isSecure ? 8 : 7))) else { return nil }
    self.host = host
  }

  /// Whether an origin is meant, as a browser spells it.
  package func matches(_ origin: String) -> Bool {
    guard let other = OriginPattern(origin), other.isSecure == isSecure, !other.host.isWildcard,
      other.port == port
    else { return false }
    return host.isWildcard
      ? other.host.name.hasSuffix(".\(host.name)") : other.host.name == host.name
  }

  /// The port that is named, or else the scheme's own.
  package var port: UInt16 { host.port ?? (isSecure ? 443 : 80) }
}

extension OriginPattern: CustomStringConvertible {
  package var description: String { "\(isSecure ? "https" : "http")://\(host)" }
}

extension CrossOriginSettings {
  static let shape = Shape.object(CrossOriginSettings()) {
    Member(
      "origins",
      \.origins,
      originsShape,
      isRequired: true,
      "Origins whose pages may read the site's answers; * stands for any.",
      examples: [["https://app.example.com", "https://*.example.com"], "*"]
    )
    Member(
      "credentials",
      \.allowsCredentials,
      .flag,
      "Whether pages may send cookies and Authorization; only with named origins."
    )
    Member(
      "headers",
      \.requestFields,
      Shape.text(.field).oneOrMore(),
      "Request fields that pages may send beside those that need no permission.",
      examples: [["x-app", "content-type"]]
    )
    Member(
      "expose",
      \.exposedFields,
      Shape.text(.field).oneOrMore(),
      "Response fields that pages may read beside those that need no permission.",
      examples: [["etag", "retry-after"]]
    )
    Member(
      "maxAge",
      \.maximumAge,
      .integer(maximumAges),
      "Seconds for which a browser may keep the answer to a preflight."
    )
  }
  .adjusted { settings, value, _, context in
    guard settings.allowsCredentials, settings.allowsAny else { return }
    context.badValue(
      value["credentials"] ?? value,
      "\"credentials\" is true for any origin, which browsers refuse; expected named \"origins\""
    )
  }

  /// Named origins, or `*` for any.
  private static let originsShape = Shape<[OriginPattern]>(
    schema: {
      ["anyOf": [["const": "*"], namedOrigins.schema()]]
    },
    read: { value, subject, context in
      if case .string("*") = value.content { return [] }
      return namedOrigins.read(value, subject, &context)
    },
    write: { $0.isEmpty ? DataValue(.string("*")) : namedOrigins.write($0) }
  )

  private static let namedOrigins = Shape.text(.origin)
    .oneOrMore(atLeast: 1, atMost: maximumOrigins)
}

extension TextForm where Value == OriginPattern {
  static let origin = TextForm(
    "origin",
    expected: "one such as https://app.example.com or https://*.example.com",
    pattern: "^https?://[^/?#]+$",
    parse: { OriginPattern($0) },
    print: { "\($0)" }
  )
}
