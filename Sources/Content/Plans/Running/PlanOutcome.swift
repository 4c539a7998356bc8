// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The outcome of running a plan.
package enum PlanOutcome: Sendable {
  case body(ComposedBody)
  /// A required call failed, for the visitor or for everybody.
  case failure(call: String, CallFailure)
  /// A call that there is no answer without says that there is nothing.
  case absent(call: String, Absence)
}

/// The members of a body with all that is known of them.
package struct ComposedBody: Sendable {
  /// The members as JSON, without the braces around them.
  package var bytes: [UInt8]
  /// Freshness of its parts together: how long they are good, and for whom.
  package var freshness = Freshness.unlimited
  package var tags: [String] = []
  /// Calls that are replaced by a stand-in or by their last good answer, also where only the kind
  /// of a value was wrong.
  package var missing: [String] = []
  package var stale: [String] = []

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Takes over how long a part is good, and its tags.
  mutating func add(_ freshness: Freshness, _ tags: [String]) {
    self.freshness.join(freshness)
    for tag in tags where !self.tags.contains(tag) { self.tags.append(tag) }
  }

  /// Takes over the result of a call that it is made of.
  ///
  /// - Parameter isUnfit: whether the call says something else than the kind of value that was to be
  ///   written.
  mutating func add(_ call: Int, of results: PlanResults, isUnfit: Bool) {
    let (hasFailed, isStale) = (results.calls[call].failure != nil, results.calls[call].isStale)
    if hasFailed || isUnfit && !isStale { missing.append(results.plan.calls[call].name) }
    if isStale { stale.append(results.plan.calls[call].name) }
    add(results.calls[call].freshness, results.calls[call].tags)
  }

  package var isDegraded: Bool { !missing.isEmpty || !stale.isEmpty }
}
