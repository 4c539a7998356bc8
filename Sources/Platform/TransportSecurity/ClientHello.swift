// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Parsing the ClientHello.
enum ClientHello {
  private static let hostNameKind: UInt8 = 0
  /// The longest DNS name.
  private static let longestName = 255

  /// Returns the host name in the extension server_name (RFC 6066, section 3), in lower case; `nil`
  /// without one or with a malformed extension, which OpenSSL refuses afterwards.
  static func hostName(in extensionBytes: Span<UInt8>) -> String? {
    // Length of the list, kind, length of the name, name. Only one name of a kind is allowed.
    guard extensionBytes.count > 5, extensionBytes[2] == hostNameKind else { return nil }
    let listLength = Int(extensionBytes[0]) << 8 | Int(extensionBytes[1])
    let length = Int(extensionBytes[3]) << 8 | Int(extensionBytes[4])
    guard listLength == extensionBytes.count - 2, length == listLength - 3, length > 0,
      length <= longestName
    else { return nil }
    let name = extensionBytes.extracting(5...)
    for index in 0..<length where !isAllowed(name[index]) { return nil }
    let text = name.text.lowercased()
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// Letters, digits, hyphen, dot, and the underscore that private networks use.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "_")
  }
}
