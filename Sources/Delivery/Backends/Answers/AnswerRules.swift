// SPDX-License-Identifier: Apache-2.0

import Bytes
package import ContentCoding
package import HTTPValues

/// What an answer of a backend must be to be believed.
///
/// A backend's answer is data, never trusted: what is not as declared here becomes a named fault,
/// before its body is read where the head tells. Redirects are never followed: where to go is
/// decided by the site's files and not by a backend.
package struct AnswerRules: Sendable, Equatable {
  /// The statuses of an answer that can be used.
  package var statuses = StatusSet.success
  /// The types that content may have; none for any.
  package var contentTypes = ["application/json", "application/*+json"]
    .compactMap { MediaPattern($0) }
  /// How many bytes a body may have, as it comes and unpacked.
  package var bodyLimit = 4 * 1024 * 1024
  /// How many bytes a head may have.
  package var headLimit = 32 * 1024
  /// How far compressed content is trusted; `nil` when none is asked for.
  package var decoding: DecodingLimits? = DecodingLimits()

  /// The rules that hold when nobody says otherwise.
  package init() {}

  /// Why an answer cannot be used.
  package struct Breach: Sendable, Equatable {
    /// What is wrong with it.
    package let kind: BackendFault.Kind
    package let seen: String
    package let expected: String

    init(kind: BackendFault.Kind, _ seen: String, expected: String) {
      self.kind = kind
      self.seen = seen
      self.expected = expected
    }
  }

  /// What is wrong with the head of an answer whose content has `length` bytes, as far as its head
  /// says. An answer to HEAD has none.
  package func breach(of head: Response, length: Int?, isHead: Bool = false) -> Breach? {
    let status = head.status
    guard statuses.contains(status) else {
      // 304 answers a condition and sends nobody anywhere.
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
    for pattern in contentTypes where pattern.matches(view.value(at: index)) { return true }
    return false
  }

  private func wrongType(_ fields: Fields) -> Breach {
    let seen = fields["content-type"].map { "\"\($0.prefix(100))\"" } ?? "none"
    let expected = contentTypes.map(\.description).joined(separator: ", ")
    return Breach(kind: .wrongContentType, "Content-Type \(seen)", expected: expected)
  }
}
