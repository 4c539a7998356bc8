// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Sites

/// The pace at which answers that a purge or a publication made outdated are composed again, before anyone
/// asks for them.
struct RefreshSettings: Sendable, Hashable {
  static let rates = 1...1_000
  static let counts = 1...1_000_000

  /// The most answers that are composed in a second.
  var rate = 20
  /// The most answers that are composed after one purge or publication, those asked for most first.
  var most = 1_000

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

extension RefreshSettings: SiteSection {
  static let declaration = SectionDeclaration(
    "refresh",
    shape,
    "Pace at which answers that a purge or a publication made outdated are composed again, before "
      + "anyone asks; each when it is asked for, unless given.",
    examples: [["perSecond": 20, "most": 1_000]]
  )
}

extension SiteSettings {
  /// The pace of composing outdated answers again; `nil`: each when somebody asks for it.
  var refresh: RefreshSettings? { self[RefreshSettings.self] }
}
