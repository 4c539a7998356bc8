// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import Sites

/// Where apps report how long the site's answers took them, and what failed.
struct BeaconSettings: Sendable, Hashable {
  static let percentages = 1...100
  static let rates = 1...10_000

  /// The path with its slash.
  var path = ""
  /// The percentage of reports that are counted.
  var share = 100
  /// The most requests with reports in a second.
  var rate = 100

  static let shape = Shape.object(BeaconSettings()) {
    Member(
      "path",
      \.path,
      Shape.text(.beaconPath).converted(
        to: { $0.hasPrefix("/") ? $0 : "/\($0)" },
        from: { String($0.dropFirst()) }
      ),
      isRequired: true,
      "Path to which apps post their reports; it goes before a pass.",
      examples: ["beacon"]
    )
    Member(
      "share",
      \.share,
      .integer(percentages),
      "Percentage of requests with reports that are counted, evenly spread."
    )
    Member(
      "perSecond",
      \.rate,
      .integer(rates),
      "The most requests with reports in a second, from all clients together; more are refused."
    )
  }
}

extension TextForm where Value == String {
  fileprivate static let beaconPath = TextForm(
    "path of the beacon",
    expected: "1 to 128 letters, digits, dashes, underscores and slashes",
    pattern: "^[A-Za-z0-9/_-]{1,128}$",
    accepts: { path in
      (1...128).contains(path.utf8.count)
        && path.utf8.allSatisfy {
          ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
            || $0 == UInt8(ascii: "/")
        }
    }
  )
}

extension BeaconSettings: SiteSection {
  static let declaration = SectionDeclaration(
    "beacon",
    shape,
    "Where apps report how long answers took them, and what failed; nowhere, unless given.",
    examples: [["path": "beacon", "share": 10]],
    effect: .gateway
  )
}

extension SiteSettings {
  /// Where apps report how answers fared with them; `nil`: nowhere.
  var beacon: BeaconSettings? { self[BeaconSettings.self] }
}
