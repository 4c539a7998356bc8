// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles

/// Reads the order in which dimensions decide.
enum PrecedenceReader {
  private static let dimensions: [Dimension] = [.country, .device, .app, .build, .appName, .time]

  static func precedence(_ names: [PlacedName], _ findings: inout Findings) -> Precedence {
    Precedence(
      names.flatMap { name -> [Dimension] in
        if name.name == "cohort" {
          return (0..<Dimension.maximumExperiments).map { .cohort($0) }
        }
        if let dimension = dimensions.first(where: { "\($0)" == name.name }) { return [dimension] }
        findings.error(
          .unknownName,
          at: name.place,
          "\"\(name.name)\" is no dimension",
          suggestion: Suggestion.nearest(
            to: name.name,
            among: dimensions.map { "\($0)" } + ["cohort"]
          )
        )
        return []
      }
    )
  }
}
