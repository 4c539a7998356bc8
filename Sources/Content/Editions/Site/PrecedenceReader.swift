// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles

/// Reads the order in which dimensions decide.
enum PrecedenceReader {
  /// What a precedence may name.
  static let words = dimensions.map(\.description) + [allExperiments]

  private static let dimensions: [Dimension] = [.country, .device, .app, .build, .appName, .time]
  /// All experiments, in their order.
  private static let allExperiments = "cohort"

  static func precedence(_ names: [PlacedName], _ findings: inout Findings) -> Precedence {
    Precedence(
      names.flatMap { name -> [Dimension] in
        if name.name == allExperiments {
          return (0..<Dimension.maximumExperiments).map { .cohort($0) }
        }
        if let dimension = dimensions.first(where: { "\($0)" == name.name }) { return [dimension] }
        findings.error(
          .unknownName,
          at: name.place,
          "\"\(name.name)\" is no dimension",
          suggestion: Suggestion.nearest(to: name.name, among: words)
        )
        return []
      }
    )
  }
}
