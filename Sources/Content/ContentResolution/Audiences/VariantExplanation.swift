// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The reasons why an audience gets one rule of a shape and not another.
package struct VariantExplanation: Sendable, Hashable {
  /// The reason why a rule drops out.
  package enum Reason: Sendable, Hashable {
    /// The audience has none of the values that the rule names in this dimension.
    case contradicted(Dimension)
    /// Another rule that is met names this dimension, and this one does not.
    case lessSpecific(Dimension)
    /// The winner has a higher priority or is narrower.
    case outranked
  }

  /// A rule that drops out; steps are in order.
  package struct Step: Sendable, Hashable {
    package let rule: Int
    package let reason: Reason
  }

  package let steps: [Step]
  /// `nil` if no rule is met.
  package let winner: Int?
}

extension ShapeTable {
  /// Chooses as `winner` does and records every step.
  package func explanation(
    of index: ShapeIndex,
    for audience: Audience,
    at instant: UnixTime
  ) -> VariantExplanation {
    let shape = shapes[Int(index.rawValue)]
    let entries = entries(of: shape)
    var steps: [VariantExplanation.Step] = []
    func drop(_ rules: UInt64, because reason: VariantExplanation.Reason) {
      var left = rules
      while left != 0 {
        let rule = Int(ranks[Int(shape.firstRank) + left.trailingZeroBitCount])
        steps.append(VariantExplanation.Step(rule: rule, reason: reason))
        left &= left - 1
      }
    }
    var rules = shape.allRules
    for entry in entries {
      let atom =
        entry.dimension == .time
        ? epoch(of: instant, in: shape) : Int(audience[entry.dimension])
      let passing = rules & masks[Int(entry.firstMask) + atom]
      drop(rules & ~passing, because: .contradicted(entry.dimension))
      rules = passing
    }
    for entry in entries where rules & entry.names != 0 {
      drop(rules & ~entry.names, because: .lessSpecific(entry.dimension))
      rules &= entry.names
    }
    guard rules != 0 else { return VariantExplanation(steps: steps, winner: nil) }
    drop(rules & (rules - 1), because: .outranked)
    let winner = Int(ranks[Int(shape.firstRank) + rules.trailingZeroBitCount])
    return VariantExplanation(steps: steps, winner: winner)
  }
}
