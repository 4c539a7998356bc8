// SPDX-License-Identifier: Apache-2.0

import DataFiles
import EdgeRules
import Edges
import Editions
import FileShapes
import Sites

/// Warns of declared edges that would refuse the configuration of `portico export`, since it is too
/// long.
struct ExportCheck {
  private let edition: Edition

  init(_ edition: Edition) { self.edition = edition }

  func run(_ findings: inout Findings) {
    for edge in edition.site.edges {
      guard let writer = edge.kind.writer, writer.maximumBytes != nil else { continue }
      do {
        _ = try writer.fittingParts(EdgeRuleSet(edition, edge: edge), ExportSettings())
      } catch {
        findings.warning(
          .overBudget,
          at: FilePlace(SiteSettings.path),
          "the edge \"\(edge.name)\" would not accept its configuration: \(error)"
        )
      }
    }
  }
}
