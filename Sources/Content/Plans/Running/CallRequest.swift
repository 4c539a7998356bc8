// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import HTTPValues

/// One request that a plan makes, with everything filled in. Many are told of it, so it is one object,
/// with as much of the declared call as whoever makes it has to know.
package final class CallRequest: Sendable {
  package let name: String
  package let backend: String
  package let method: HTTPValues.Method
  package let timeout: Duration?
  package let freshness: FragmentFreshness
  package let tags: [String]
  package let isRequired: Bool
  /// Whether the last good answer stands in before anything else does.
  package let keepsLast: Bool
  /// The path and query that the service is asked for.
  package let target: String
  /// The body as JSON; `nil` for none.
  package let body: [UInt8]?

  init(_ call: borrowing PlannedCall, _ target: String, body: [UInt8]? = nil) {
    name = call.name
    backend = call.backend
    method = call.method
    timeout = call.timeout
    freshness = call.freshness
    tags = call.tags
    isRequired = call.isRequired
    keepsLast = call.keepsLast
    self.target = target
    self.body = body
  }
}

/// The inputs of a plan from one request of a visitor; constant while the plan runs.
package final class PlanInputs {
  package var route: [String: String] = [:]
  package var query: [String: String] = [:]
  /// The values that the link to the document carried, or their defaults.
  package var flow: [String: String] = [:]
  /// The values of parameters that have several.
  package var values: [String: [String]] = [:]
  package var facts: [VisitorFact: String] = [:]
  /// The language of the answer, which values are written the way of.
  package var language = LanguageTag.undetermined
  /// The query of the list, if the document is one.
  package var list: ListQuery?
  /// The URL of the page that begins at an offset.
  package var nextURL: (@Sendable (Int) -> String)?

  /// An address with the values that it carries to a document.
  package var carry: (@Sendable (String, [String: String], FlowTarget) -> String)?

  package init() {}
}
