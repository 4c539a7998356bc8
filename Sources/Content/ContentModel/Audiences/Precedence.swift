// SPDX-License-Identifier: Apache-2.0

/// The order in which dimensions decide between variants whose conditions are all met.
///
/// Variants that name the first dimension win over those that do not, whatever else they name;
/// among the rest the second dimension decides, and so on.
package struct Precedence: Hashable, Sendable {
  package let dimensions: [Dimension]

  /// Completes an order with the dimensions it leaves out, in the standard order.
  package init(_ first: [Dimension]) {
    var seen: Set<Dimension> = []
    dimensions = (first + Precedence.standardOrder).filter { seen.insert($0).inserted }
  }

  package static let standard = Precedence([])

  /// The default precedence: experiment cohorts, then build, app version and app, so that no app gets
  /// what it cannot show; then campaigns (time), device and country.
  private static let standardOrder =
    (0..<Dimension.maximumExperiments).map { Dimension.cohort($0) } + [
      .build, .app, .appName, .time, .device, .country,
    ]
}
