// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import Plans

/// One request that a plan makes, with everything filled in.
package struct CallRequest: Sendable {
  package let call: PlannedCall
  /// The path and query that the service is asked for.
  package let target: String
}

/// What a request of a visitor gives to a plan.
package struct PlanInputs: Sendable {
  package var route: [String: String] = [:]
  package var query: [String: String] = [:]
  package var facts: [VisitorFact: String] = [:]
  /// The language of the answer, which values are written the way of.
  package var language = LanguageTag.undetermined

  package init() {}
}
