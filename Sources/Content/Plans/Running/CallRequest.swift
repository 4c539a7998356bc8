// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import HTTPValues
package import Services

/// One request that a plan makes, with everything filled in, and the run that waits for its outcome.
package struct CallRequest {
  /// The path and query that the service is asked for.
  package let target: String
  /// The body as JSON; `nil` for none.
  package let body: [UInt8]?
  /// The number of the call in its plan.
  package let call: Int
  /// The number of the request among those of the call.
  var part = 0
  private let run: PlanRun

  init(_ call: Int, of run: PlanRun, _ target: String, body: [UInt8]? = nil) {
    self.call = call
    self.run = run
    self.target = target
    self.body = body
  }

  // MARK: what the plan declares

  private var plan: Plan { run.results.plan }
  package var name: String { plan.calls[call].name }
  package var backend: String { plan.calls[call].backend }
  package var method: HTTPValues.Method { plan.calls[call].method }
  /// The path as it is declared, with its variables.
  package var template: String { plan.calls[call].path.source }
  package var xml: XMLRules? { plan.calls[call].xml }
  package var sent: SentValues? { plan.calls[call].sent }
  package var timeout: Duration? { plan.calls[call].timeout }
  package var lifetimes: CallLifetimes { plan.calls[call].lifetimes }
  package var tags: [String] { plan.calls[call].tags }
  package var isRequired: Bool { plan.calls[call].isRequired }
  /// Whether the last good answer stands in before anything else does.
  package var keepsLast: Bool { plan.calls[call].keepsLast }

  /// Tells the run the outcome, which is to be done once.
  package func end(_ outcome: CallOutcome) { run.ended(call, part, outcome) }
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
