// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import HTTPValues

/// One request that a plan makes, with everything filled in, and the run that waits for its outcome.
///
/// It is an object, since many hold it.
package final class CallRequest {
  /// The path and query that the service is asked for.
  package let target: String
  /// The body as JSON; `nil` for none.
  package let body: [UInt8]?
  /// The number of the call in its plan.
  package let call: Int
  /// The number of the request among those of the call.
  private(set) var part = 0
  private var run: PlanRun?
  /// The results of the run, whose plan declares the call.
  private let results: PlanResults

  init(_ call: Int, of results: PlanResults, _ target: String, body: [UInt8]? = nil) {
    self.call = call
    self.results = results
    self.target = target
    self.body = body
  }

  // MARK: what the plan declares

  package var name: String { results.plan.calls[call].name }
  package var backend: String { results.plan.calls[call].backend }
  package var method: HTTPValues.Method { results.plan.calls[call].method }
  package var timeout: Duration? { results.plan.calls[call].timeout }
  package var lifetimes: CallLifetimes { results.plan.calls[call].lifetimes }
  package var tags: [String] { results.plan.calls[call].tags }
  package var isRequired: Bool { results.plan.calls[call].isRequired }
  /// Whether the last good answer stands in before anything else does.
  package var keepsLast: Bool { results.plan.calls[call].keepsLast }

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
