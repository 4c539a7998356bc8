// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import Sites

/// The most requests that one client may make to some paths within a time.
struct RateLimitDeclaration: Sendable, Hashable {
  /// The clients that are counted apart.
  enum Client: String, Sendable, CaseIterable {
    /// An address; of IPv6 the network of 64 bits.
    case address
    /// An app by its identifier.
    case app
    /// An installation of an app; an address where none is named.
    case installation
  }

  static let requestCounts = 1...1_000_000
  static let windows = 1...86_400
  static let maximumLimits = 32

  var name = ""
  /// The paths that are counted together, without a token.
  var paths: [PathPattern] = []
  var client = Client.address
  var requests = 0
  /// Seconds in which so many requests may come.
  var window = 60

  fileprivate static let limits = shape.dictionary(
    of: "the rate limit",
    keys: .limitName,
    atMost: maximumLimits
  )
  .keyed(by: \.name)

  private static let shape = Shape.object(RateLimitDeclaration()) {
    Member(
      "paths",
      \.paths,
      PathPattern.shape.oneOrMore(atLeast: 1),
      isRequired: true,
      "Paths that are counted together, without a token; * stands for anything.",
      examples: [["checkout/*", "sessions"]]
    )
    Member("by", \.client, .choice, "Clients that are counted apart from each other.")
    Member(
      "requests",
      \.requests,
      .integer(requestCounts),
      isRequired: true,
      "The most requests of one client within the time.",
      examples: [30]
    )
    Member("seconds", \.window, .integer(windows), "The time in seconds.")
  }
}

extension TextForm where Value == String {
  fileprivate static let limitName = TextForm(
    "name of a rate limit",
    expected: "1 to 32 letters, digits, dashes and underscores",
    pattern: "^[A-Za-z0-9_-]{1,32}$",
    accepts: { name in
      (1...32).contains(name.utf8.count)
        && name.utf8.allSatisfy {
          ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
        }
    }
  )
}

/// The limits of a site.
struct RateLimits: SiteSection {
  let limits: [RateLimitDeclaration]

  static let declaration = SectionDeclaration(
    "rateLimits",
    RateLimitDeclaration.limits.converted(to: { RateLimits(limits: $0) }, from: \.limits),
    "The most requests that one client may make to some paths, by names of your choice.",
    examples: [["checkout": ["paths": ["checkout/*"], "requests": 30, "seconds": 60]]],
    effect: .gateway
  )
}

extension SiteSettings {
  var rateLimits: [RateLimitDeclaration] { self[RateLimits.self]?.limits ?? [] }
}
