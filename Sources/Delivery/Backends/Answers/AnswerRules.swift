// SPDX-License-Identifier: Apache-2.0

import Bytes
package import ContentCoding
package import HTTPValues

/// Rules that a backend's answer must keep to be used.
///
/// A backend's answer is untrusted data: an answer that breaks a rule becomes a named fault, before
/// its body is read if the head shows it. Redirects are never followed: the site's files decide
/// where calls go, not a backend.
package struct AnswerRules: Sendable, Equatable {
  /// The statuses of an answer that can be used.
  package var statuses = StatusSet.success
  /// Media types that the content may have; any if empty.
  package var contentTypes = ["application/json", "application/*+json"]
    .compactMap { MediaPattern($0) }
  /// Media types of XML, which plans read as well.
  package static let xmlTypes = ["application/xml", "text/xml", "application/*+xml"]
    .compactMap { MediaPattern($0) }
  /// Maximum bytes of a body, both as received and decoded.
  package var bodyLimit = 4 * 1024 * 1024
  /// Maximum bytes of a head.
  package let headLimit = 32 * 1024
  /// Limits of decoding compressed content; `nil` if no coding is accepted.
  package let decoding: DecodingLimits? = DecodingLimits()

  /// The default rules.
  package init() {}

  /// Reason why an answer cannot be used.
  package struct Breach: Sendable, Equatable {
    /// Kind of the fault.
    package let kind: BackendFault.Kind
    package let seen: String
    package let expected: String

    init(kind: BackendFault.Kind, _ seen: String, expected: String) {
      self.kind = kind
      self.seen = seen
      self.expected = expected
    }
  }

  /// Returns the rule that the head of an answer breaks, if any. `length` is the length of its
  /// content, if the head tells it; an answer to HEAD has no content.
  // Inlined, since the rules of a backend would be copied to a call.
  @inline(__always)
  package func breach(of head: Response, length: Int?, isHead: Bool = false) -> Breach? {
    let status = head.status
    guard statuses.contains(status) else {
      // 304 answers a condition and is no redirect.
      guard status.isRedirect, status != .notModified else {
        return Breach(kind: .wrongStatus, "status \(status.code)", expected: "\(statuses)")
      }
      let place = head.fields["location"].map { " to \($0.prefix(200))" } ?? ""
      return Breach(
        kind: .redirect,
        "status \(status.code)\(place)",
        expected: BackendFault.Kind.redirect.expected
      )
    }
    guard !isHead, !status.forbidsContent, length != 0 else { return nil }
    if let length, length > bodyLimit {
      return Breach(kind: .tooLarge, "Content-Length \(length)", expected: "at most \(bodyLimit)")
    }
    return hasType(head.fields) ? nil : wrongType(head.fields)
  }

  private func hasType(_ fields: Fields) -> Bool {
    guard !contentTypes.isEmpty else { return true }
    let view = fields.view
    guard let index = view.onlyIndex(of: .contentType) else { return false }
    return contentTypes.indices.contains { contentTypes[$0].matches(view.value(at: index)) }
  }

  private func wrongType(_ fields: Fields) -> Breach {
    let seen = fields["content-type"].map { "\"\($0.prefix(100))\"" } ?? "none"
    let expected = contentTypes.map(\.description).joined(separator: ", ")
    return Breach(kind: .wrongContentType, "Content-Type \(seen)", expected: expected)
  }
}
