// SPDX-License-Identifier: Apache-2.0

/// The order in which dimensions decide between variants that all fit.
///
/// A variant that names the first dimension wins over all that do not, whatever else they name; of
/// those that are left the second dimension decides, and so on.
package struct Precedence: Hashable, Sendable {
  package let dimensions: [Dimension]

  /// Every dimension once: the named ones first, the others behind them in the standard order.
  package init(_ first: [Dimension]) {
    var seen: Set<Dimension> = []
    dimensions = (first + Precedence.standardOrder).filter { seen.insert($0).inserted }
  }

  package static let standard = Precedence([])

  /// What an app can show at all decides before what a campaign wants; a campaign decides before
  /// what is always so in a country.
  private static let standardOrder =
    (0..<Dimension.maximumExperiments).map { Dimension.cohort($0) } + [
      .build, .app, .appName, .time, .device, .country,
    ]
}
