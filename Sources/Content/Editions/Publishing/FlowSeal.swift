// SPDX-License-Identifier: Apache-2.0

package import ContentResolution
import HTTPValues
package import Plans

/// Writes and reads what links carry along a flow: one parameter, sealed for the document that the link
/// leads to, so that what one step is given no other one takes.
package struct FlowSeal: Sendable {
  package static let parameter = FlowLimits.parameter

  private let sealed: SealedQuery

  package init(_ seal: any TokenSeal) {
    sealed = SealedQuery(seal, for: .flow, maximumCharacters: FlowLimits.maximumCharacters)
  }

  /// The sealed text for a URL of a document; `nil` where none is needed.
  package func token(of values: [String: String], to target: FlowTarget) -> String? {
    let query = target.query(of: values)
    return query.pairs.isEmpty ? nil : sealed.token(of: query, path: target.path)
  }

  /// All values that a text holds, also those that the document no longer knows; `nil` for a text that
  /// no link to it has.
  package func values(of token: String, to target: FlowTarget) -> [String: String]? {
    guard let query = sealed.query(of: token, path: target.path) else { return nil }
    return query.pairs.reduce(into: [:]) { $0[$1.name] = $1.value ?? "" }
  }
}
