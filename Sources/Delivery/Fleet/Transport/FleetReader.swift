// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// The operator for whom a node asks another one for a report.
package struct FleetReader: Sendable, Equatable {
  /// The name of the field that has it.
  static let field: FieldName = "portico-fleet-reader"

  package let role: String
  /// The name of the operator's token; empty where none is needed.
  package let name: String

  package init(role: String, name: String) {
    self.role = role
    self.name = name
  }

  /// The value of the field.
  var text: String {
    name.isEmpty ? role : "\(role) \(PercentCoding.encode(name, keeping: .unreserved))"
  }

  init?(_ text: String) {
    let parts = text.split(separator: " ", maxSplits: 1)
    guard let role = parts.first,
      let name = PercentCoding.decodeText((parts.dropFirst().first ?? "").utf8Span.span)
    else { return nil }
    self.role = String(role)
    self.name = name
  }

  /// The bytes that the signature of a question covers.
  func signed(_ target: String) -> [UInt8] { Array("GET \(target)\n\(text)".utf8) }
}
