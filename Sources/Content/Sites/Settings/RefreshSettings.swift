// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes

/// The pace at which answers that a purge or a publication made outdated are composed again, before anyone
/// asks for them.
package struct RefreshSettings: Sendable, Hashable {
  static let rates = 1...1_000
  static let counts = 1...1_000_000

  /// The most answers that are composed in a second.
  package var rate = 20
  /// The most answers that are composed after one purge or publication, those asked for most first.
  package var most = 1_000

  static let shape = Shape.object(RefreshSettings()) {
    Member(
      "perSecond",
      \.rate,
      .integer(rates),
      "The most answers that are composed in a second."
    )
    Member(
      "most",
      \.most,
      .integer(counts),
      "The most answers that are composed after one purge or publication, those asked for most first."
    )
  }
}
