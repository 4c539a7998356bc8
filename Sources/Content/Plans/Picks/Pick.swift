// SPDX-License-Identifier: Apache-2.0

package import JSONValues

// A plan sees one document: a member for each of its calls, and beside them `route` (what stands in
// the braces of its path), `query` (its declared parameters), `flow` (what the link to it carried) and
// `visitor`. So a pick is a JSONPath of RFC 9535 whose first name says where to look, and what depends
// on what follows from the picks.

/// Where a value of a composed answer comes from.
package struct Pick: Sendable, Hashable {
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

  /// What picks call something else than a call.
  package static let rootNames = ["route", "query", "flow", "visitor"]

  package let root: Root
  /// The way from there; `nil` for the whole.
  package let path: JSONPath?

  package init(_ root: Root, _ path: JSONPath?) {
    self.root = root
    self.path = path
  }
}

/// A fact about a visitor that a plan may use.
package enum VisitorFact: String, Sendable, CaseIterable {
  case language
  case country
  case device
}
