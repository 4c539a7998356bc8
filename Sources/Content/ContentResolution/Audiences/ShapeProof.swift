// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// Checks a rule set exhaustively: for all audiences and instants.
package struct ShapeProof: Sendable {
  /// The most combinations that are tried.
  package static let maximumCombinations = 1_000_000

  /// Two rules between which nothing decides.
  package struct Tie: Sendable, Hashable {
    /// The rules' numbers in the order of the file, the lower one first.
    package let first: Int
    package let second: Int
    /// A visitor who meets the tie.
    package let example: Combinations.Element
  }

  /// Each pair once.
  package private(set) var ties: [Tie] = []
  /// The rules that no audience gets.
  package private(set) var dead: [Int] = []
  /// A visitor who meets no rule, if there is one.
  package private(set) var unanswered: Combinations.Element?
  /// Whether there were too many combinations to try; nothing else is known then.
  package let isTooLarge: Bool

  /// Whether the rule set is proven unambiguous: no ties and no unreachable rules.
  package var holds: Bool { !isTooLarge && ties.isEmpty && dead.isEmpty }

  /// Proves a shape that was compiled from this rule set.
  package init(of ruleSet: RuleSet, compiledAs index: ShapeIndex, in table: ShapeTable) {
    let combinations = Combinations(of: CollectionOfOne(index), in: table)
    isTooLarge = combinations.count > ShapeProof.maximumCombinations
    guard !isTooLarge else { return }
    let shape = table.shapes[Int(index.rawValue)]
    let ranks = table.ranks(of: shape).map { Int($0) }
    let beaten = ShapeProof.beaten(ranks, ruleSet)
    var won: UInt64 = 0
    var tied: Set<[Int]> = []
    combinations.tryEach { element in
      let survivors = table.survivors(shape, element.audience, element.instant)
      guard survivors != 0 else {
        if unanswered == nil { unanswered = element }
        return true
      }
      let winner = survivors.trailingZeroBitCount
      won |= 1 << UInt64(ranks[winner])
      var rivals = survivors & ~(1 << UInt64(winner)) & ~beaten[winner]
      while rivals != 0 {
        let pair = [ranks[winner], ranks[rivals.trailingZeroBitCount]].sorted()
        if tied.insert(pair).inserted {
          ties.append(Tie(first: pair[0], second: pair[1], example: element))
        }
        rivals &= rivals - 1
      }
      return true
    }
    dead = ruleSet.rules.indices.filter { won >> UInt64($0) & 1 == 0 }
    ties.sort { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  /// Returns for each rank the ranks that it beats by priority or by being narrower.
  private static func beaten(_ ranks: [Int], _ ruleSet: RuleSet) -> [UInt64] {
    ranks.map { winner in
      let rule = ruleSet.rules[winner]
      var beaten: UInt64 = 0
      for (rank, number) in ranks.enumerated() {
        let other = ruleSet.rules[number]
        if rule.priority > other.priority
          || rule.priority == other.priority && rule.conditions.areWithin(other.conditions)
        {
          beaten |= 1 << UInt64(rank)
        }
      }
      return beaten
    }
  }
}
