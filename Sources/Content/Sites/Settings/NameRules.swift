// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The forms of names that can stand in tokens and are taken for nothing else.
enum NameRules {
  static let region = "3 to 32 small letters, digits and dashes, the first a letter, and no device"
  static let experiment = "1 to 32 small letters, digits and dashes, the first a letter"
  static let site =
    "1 to \(maximumSiteBytes) letters, digits, dashes, dots and underscores, the first a letter or digit"
  static let maximumBytes = 32
  static let maximumSiteBytes = 64

  static func isRegion(_ name: String) -> Bool {
    name.utf8.count >= 3 && isPlain(name) && DeviceClass(rawValue: name) == nil
      && !isBuild(name)
  }

  static func isExperiment(_ name: String) -> Bool { isPlain(name) && !reserved.contains(name) }

  /// Begin words of tokens that are no arms of experiments.
  static let reserved = ["preview", "draft"]

  /// An app's name is what stores call its identifier.
  static func isApp(_ name: String) -> Bool {
    (3...128).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
          || byte == UInt8(ascii: "_")
      }
  }

  /// A site's name is a folder's as well.
  static func isSite(_ name: String) -> Bool {
    guard let first = name.utf8.first, ASCII.isAlphanumeric(first) else { return false }
    return name.utf8.count <= maximumSiteBytes
      && name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "-._".utf8.contains($0) }
  }

  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, ASCII.isLetter(first), name.utf8.count <= maximumBytes else {
      return false
    }
    return name.utf8.allSatisfy { byte in
      ASCII.lowercased(byte) == byte && ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-")
    }
  }

  /// `b412` is a build in a token.
  private static func isBuild(_ name: String) -> Bool {
    name.hasPrefix("b") && name.utf8.dropFirst().allSatisfy(ASCII.isDigit)
  }
}
