// SPDX-License-Identifier: Apache-2.0

import Measure

/// The state of another gateway as far as it is known: whether it serves the same parts as this one, and since
/// when it does not. A value without a clock; times are seconds since 1970.
package struct GatewayStanding: Sendable, Equatable {
  /// The seconds for which gateways may differ, as they do while a change reaches one after the other, and for
  /// which one may not answer.
  static let patience: Int64 = 300
  /// The most parts that are named in a sentence.
  private static let mostNamed = 5

  package let name: String
  package let address: String
  /// The parts that differ, as far as is known.
  package private(set) var differing: [String] = []
  /// Since when some do; `nil`: none does, or nothing is known yet.
  package private(set) var differsSince: Int64?
  /// The time of its last answer.
  package private(set) var answered: Int64?
  /// The reason why it does not answer.
  package private(set) var failure: String?
  package private(set) var failsSince: Int64?

  package init(name: String, address: String) { (self.name, self.address) = (name, address) }

  /// It has answered with its parts, of which these differ.
  package mutating func answered(differing: [String], at now: Int64) {
    answered = now
    (failure, failsSince) = (nil, nil)
    self.differing = differing
    differsSince = differing.isEmpty ? nil : differsSince ?? now
  }

  /// It has not answered. What was known of its parts stays known.
  package mutating func failed(_ reason: String, at now: Int64) {
    failure = reason
    failsSince = failsSince ?? now
  }

  /// The difference or the failure, as a sentence without a full stop; `nil` for none.
  package var trouble: String? {
    if let failure { return "the gateway \(name) does not tell what it serves: \(failure)" }
    guard differsSince != nil else { return nil }
    let named = differing.prefix(GatewayStanding.mostNamed).joined(separator: ", ")
    let more = differing.count - GatewayStanding.mostNamed
    return "the gateway \(name) serves other parts than this one: \(named)"
      + (more > 0 ? " and \(more) more" : "")
  }

  /// The alerts about it.
  var conditions: [AlertCondition] {
    guard let trouble else { return [] }
    let kind = failure == nil ? "parts" : "answer"
    return [
      AlertCondition(
        "gateway/\(name)/\(kind)",
        .ticket,
        look: OperatorPath.configParts.text,
        patience: GatewayStanding.patience,
        trouble
      )
    ]
  }
}
