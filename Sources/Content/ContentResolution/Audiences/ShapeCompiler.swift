// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// Compiles rule sets for the atoms of an edition.
package struct ShapeCompiler: Sendable {
  /// The most schedule boundaries of one document that its editors can oversee.
  package static let maximumBoundaries = 1_000

  package let space: AudienceSpace

  package init(_ space: AudienceSpace) { self.space = space }

  /// Compiles a rule set of at most `RuleSet.maximumRules` rules and adds it to the table.
  package func compile(_ ruleSet: RuleSet, into table: inout ShapeTable) -> ShapeIndex {
    let rules = ruleSet.rules.prefix(RuleSet.maximumRules)
    let boundaries = Array(
      Set(rules.flatMap { $0.conditions.time?.bounds ?? [] }.map(\.seconds)).sorted()
        .prefix(ShapeCompiler.maximumBoundaries)
    )
    let ranks = ranks(of: Array(rules), boundaries: boundaries)
    let ranked = ranks.map { rules[Int($0)].conditions }
    var entries: [(dimension: Dimension, names: UInt64, masks: [UInt64])] = []
    for dimension in ruleSet.precedence.dimensions {
      let count = dimension == .time ? boundaries.count + 1 : space.atomCount(of: dimension)
      var names: UInt64 = 0
      var masks = [UInt64](repeating: 0, count: count)
      for (rank, conditions) in ranked.enumerated() {
        let bit: UInt64 = 1 << UInt64(rank)
        if let atoms = atoms(of: dimension, in: conditions, boundaries: boundaries) {
          names |= bit
          for atom in atoms { masks[atom] |= bit }
        } else {
          for atom in masks.indices { masks[atom] |= bit }
        }
      }
      if names != 0 { entries.append((dimension, names, masks)) }
    }
    return table.append(entries: entries, boundaries: boundaries, ranks: ranks)
  }

  /// Returns the rules ranked by priority, then narrower ones first.
  private func ranks(of rules: [RuleSet.Rule], boundaries: [Int64]) -> [UInt8] {
    let breadths = rules.map { breadth(of: $0.conditions, boundaries: boundaries) }
    return rules.indices.sorted { first, second in
      (-rules[first].priority, breadths[first], first)
        < (-rules[second].priority, breadths[second], second)
    }.map { UInt8($0) }
  }

  /// Returns a number that is lower for narrower conditions: of two that name the same dimensions
  /// and are nested, the inner one has the lower number.
  private func breadth(of conditions: Conditions, boundaries: [Int64]) -> Int {
    var breadth = conditions.countries?.count ?? 0
    breadth += conditions.devices?.count ?? 0
    breadth += conditions.appNames?.count ?? 0
    for cohort in conditions.cohorts { breadth += cohort.arms.count }
    for dimension in [Dimension.app, .build, .time] {
      breadth += atoms(of: dimension, in: conditions, boundaries: boundaries)?.count ?? 0
    }
    return breadth
  }

  private func atoms(
    of dimension: Dimension,
    in conditions: Conditions,
    boundaries: [Int64]
  ) -> [Int]? {
    guard dimension == .time else {
      return space.atoms(of: dimension, in: conditions)?.map { Int($0) }
    }
    return conditions.time.map { time in
      (0...boundaries.count).filter { epoch in
        // Schedules begin and end at boundaries only, so the first instant of an epoch decides for
        // all of it.
        time.contains(UnixTime(seconds: epoch == 0 ? .min : boundaries[epoch - 1]))
      }
    }
  }
}
