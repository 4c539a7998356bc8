// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import HTTPValues

/// One request that a plan makes, with everything filled in, and the run that waits for its outcome.
///
/// It is an object, since many hold it, with those parts of the declared call that its sender
/// needs.
package final class CallRequest {
  package let name: String
  package let backend: String
  package let method: HTTPValues.Method
  package let timeout: Duration?
  package let lifetimes: CallLifetimes
  package let tags: [String]
  package let isRequired: Bool
  /// Whether the last good answer stands in before anything else does.
  package let keepsLast: Bool
  /// The path and query that the service is asked for.
  package let target: String
  /// The body as JSON; `nil` for none.
  package let body: [UInt8]?
  /// The number of the call in its plan, and that of the request among those of the call.
  let call: Int
  private(set) var part = 0
  private var run: PlanRun?

  init(_ number: Int, of plan: borrowing Plan, _ target: String, body: [UInt8]? = nil) {
    name = plan.calls[number].name
    backend = plan.calls[number].backend
    method = plan.calls[number].method
    timeout = plan.calls[number].timeout
    lifetimes = plan.calls[number].lifetimes
    tags = plan.calls[number].tags
    isRequired = plan.calls[number].isRequired
    keepsLast = plan.calls[number].keepsLast
    call = number
    self.target = target
    self.body = body
  }

  /// The request is made, as this part of its call.
  func begin(_ part: Int, of run: PlanRun) {
    self.part = part
    self.run = run
  }

  /// Tells the run the outcome, once.
  package func end(_ outcome: CallOutcome) { run.take()?.ended(self, outcome) }
}

/// The inputs of a plan from one request of a visitor; constant while the plan runs.
package final class PlanInputs {
  package var route: NamedValues = [:]
  package var query: [String: String] = [:]
  /// The values that the link to the document carried, or their defaults.
  package var flow: [String: String] = [:]
  /// The values of parameters that have several.
  package var values: [String: [String]] = [:]
  package var facts = VisitorFacts()
  /// The language of the answer, which values are written the way of.
  package var language = LanguageTag.undetermined
  /// The query of the list, if the document is one.
  package var list: ListQuery?

  package init() {}
}
