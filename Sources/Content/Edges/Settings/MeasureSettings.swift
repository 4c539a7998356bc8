// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
package import HTTPValues

/// Settings of an edge's measurement at the site's public URL, and the worst case that is promised of it.
package struct MeasureSettings: Sendable, Hashable {
  static let seconds = 5...3_600
  static let staleRange = 0...86_400
  static let purgeRange = 1...86_400
  static let hitRange = 0...100
  static let pathCounts = 1...16

  /// The public address of the site.
  package var address: Origin?
  /// The paths that are asked for in turn.
  package var paths: [String] = []
  /// The seconds between two probes.
  package var interval = 60
  /// The most seconds after its end of freshness for which an answer may still be given.
  package var staleSeconds = 5
  /// The most seconds from a purge until no older answer is given.
  package var purgeSeconds = 60
  /// The least percentage of probes that the edge answers itself; 0 promises nothing.
  package var hits = 0

  package init() {}

  static let shape = Shape.object(MeasureSettings()) {
    Member(
      "url",
      \.address,
      .text(.edge),
      isRequired: true,
      "Scheme, host and port of the site's public URLs, as the edge answers them.",
      examples: ["https://www.example.com"]
    )
    Member(
      "paths",
      \.paths,
      Shape.text(.probedPath).oneOrMore(
        atLeast: pathCounts.lowerBound,
        atMost: pathCounts.upperBound
      ),
      isRequired: true,
      "Public paths that are asked for in turn, such as that of the config URL.",
      examples: [["/config", "/en/screens/home"]]
    )
    Member("seconds", \.interval, .integer(seconds), "Seconds between two probes.")
    Member(
      "staleSeconds",
      \.staleSeconds,
      .integer(staleRange),
      "Promise: the most seconds for which an answer is given after its _expire."
    )
    Member(
      "purgeSeconds",
      \.purgeSeconds,
      .integer(purgeRange),
      "Promise: the most seconds from a purge until no older answer is given."
    )
    Member(
      "hits",
      \.hits,
      .integer(hitRange),
      "Promise: the least percentage of probes that the edge answers itself; 0 promises nothing."
    )
  }
}

extension TextForm where Value == String {
  static let maximumProbedBytes = 1_024

  static let probedPath = TextForm(
    "public path",
    expected: "one such as /config, of at most \(maximumProbedBytes) visible ASCII characters",
    pattern: #"^/[!-~]{0,\#(maximumProbedBytes - 1)}$"#,
    accepts: { path in
      path.utf8.first == UInt8(ascii: "/") && path.utf8.count <= maximumProbedBytes
        && path.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
  )
}
