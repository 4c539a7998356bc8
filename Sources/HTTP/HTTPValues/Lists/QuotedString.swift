// SPDX-License-Identifier: Apache-2.0

import Bytes

/// `quoted-string` of RFC 9110 section 5.6.4.
package enum QuotedString {
  /// The text of a value that is a token or a quoted string, as most parameters may be; `nil` when
  /// it is neither.
  package static func valueOrToken(_ bytes: Span<UInt8>) -> String? {
    if bytes.isToken { return bytes.text }
    return parse(bytes)
  }

  /// The text between the quotes, escapes resolved; `nil` unless the bytes are one quoted string.
  package static func parse(_ bytes: Span<UInt8>) -> String? {
    guard bytes.count >= 2, bytes[0] == UInt8(ascii: "\""),
      bytes.endOfQuotedString(from: 0) == bytes.count
    else { return nil }
    var content: [UInt8] = []
    content.reserveCapacity(bytes.count - 2)
    var index = 1
    while index < bytes.count - 1 {
      if bytes[index] == UInt8(ascii: "\\") { index += 1 }
      guard bytes[index].isFieldValueByte else { return nil }
      content.append(bytes[index])
      index += 1
    }
    return content.span.text
  }

  /// Appends `text` as a token where it is one, and quoted otherwise; what no field may hold is
  /// left out.
  package static func append(_ text: String, to output: inout [UInt8]) {
    let bytes = text.utf8Span.span
    guard !bytes.isToken else {
      output.append(bytes)
      return
    }
    output.append(UInt8(ascii: "\""))
    for index in 0..<bytes.count where bytes[index].isFieldValueByte {
      if bytes[index] == UInt8(ascii: "\"") || bytes[index] == UInt8(ascii: "\\") {
        output.append(UInt8(ascii: "\\"))
      }
      output.append(bytes[index])
    }
    output.append(UInt8(ascii: "\""))
  }
}
