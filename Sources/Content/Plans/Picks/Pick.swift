// SPDX-License-Identifier: Apache-2.0

package import JSONValues

// A plan sees one document: a member for each of its calls, and beside them `route` (what stands in
// the braces of its path), `query` (its declared parameters), `flow` (what the link to it carried) and
// `visitor`. So a pick is a JSONPath of RFC 9535 whose first name says where to look, and what depends
// on what follows from the picks.

/// Where a value of a composed answer comes from.
package final class Pick: Sendable {
  /// The start of a pick: where its value comes from.
  package enum Root: Sendable, Hashable {
    /// The answer of a call.
    case call(String)
    case route(String)
    case query(String)
    case flow(String)
    case visitor(VisitorFact)
    /// The item that is being mapped: `@`.
    case item
  }

  /// Names of the roots of picks that are not calls.
  package static let rootNames = ["route", "query", "flow", "visitor"]

  package let root: Root
  /// The way from there; `nil` for the whole.
  package let path: JSONPath?
  /// The number of the call in its plan, which saves looking up its name; `nil` until it is known,
  /// and where the value is in no answer.
  let call: Int?

  package init(_ root: Root, _ path: JSONPath?, call: Int? = nil) {
    self.root = root
    self.path = path
    self.call = call
  }

  /// The same with the number of its call in a plan.
  func numbered(in plan: Plan) -> Pick {
    guard case .call(let name) = root, let call = plan.index(of: name) else { return self }
    return Pick(root, path, call: call)
  }
}

extension Pick: Hashable {
  package static func == (one: Pick, other: Pick) -> Bool {
    one.root == other.root && one.path == other.path
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(root)
    hasher.combine(path)
  }
}

/// A fact about a visitor that a plan may use.
package enum VisitorFact: String, Sendable, CaseIterable {
  case language
  case country
  case device
}
