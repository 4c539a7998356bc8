// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import HTTPValues
import Services

// The forms of the texts under `edges` in a site's file. Each has its pattern for editors beside its
// parser; a pattern accepts whatever the parser accepts, and tests hold the two against each other.

extension TextForm where Value == Origin {
  static let edge = address(
    "address",
    expected: "one such as http://10.0.0.1:6081 or https://www.example.com"
  )
}

extension TextForm where Value == HTTPValues.Method {
  static let purgeMethod = HTTPValues.Method.form(
    "method that can purge",
    expected: "one such as POST or PURGE"
  )
}

extension TextForm where Value == String {
  static let maximumEdgeFieldBytes = 64

  /// The name of a field, in characters that exported configurations can write.
  static let edgeField = TextForm(
    "name of a field",
    expected: "one such as CloudFront-Viewer-Country",
    pattern: #"^[A-Za-z0-9_-]{1,\#(maximumEdgeFieldBytes)}$"#,
    accepts: { name in
      (1...maximumEdgeFieldBytes).contains(name.utf8.count)
        && name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "-_".utf8.contains($0) }
    }
  )

  static let network = TextForm(
    "network",
    expected: "an address or one with the length of its prefix, such as 10.0.0.0/8",
    pattern: #"^(?=[^/]*[.:])[0-9A-Fa-f.:]+(?:/(?:12[0-8]|1[01][0-9]|[1-9]?[0-9]))?$"#,
    accepts: { isNetwork($0) }
  )

  /// Whether a text looks like a network; the gateway parses it in full later.
  private static func isNetwork(_ text: String) -> Bool {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let isAddress =
      parts[0].utf8.allSatisfy { byte in
        ASCII.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
          || (0x61...0x66).contains(byte | 0x20)
      } && parts[0].utf8.contains { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ":") }
    guard parts.count == 2 else { return isAddress }
    return isAddress && (0...128).contains(Int(parts[1]) ?? -1)
  }

  static let maximumNameBytes = 128

  static let identifier = TextForm(
    "name that a CDN gives",
    expected: "letters, digits, dots, dashes and underscores",
    pattern: "^[A-Za-z0-9._-]{1,\(maximumNameBytes)}$",
    accepts: { name in
      (1...maximumNameBytes).contains(name.utf8.count)
        && name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "._-".utf8.contains($0) }
    }
  )

  static let fieldKey = TextForm(
    "name of a field",
    expected: "one such as X-Purge-Tags",
    pattern: TextPatterns.token,
    accepts: { FieldName($0) != nil }
  )
}
