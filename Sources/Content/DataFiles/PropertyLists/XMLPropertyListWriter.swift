// SPDX-License-Identifier: Apache-2.0

/// Writes compact XML property lists; the output is deterministic.
///
/// Property lists have no null: null members and elements are left out.
package struct XMLPropertyListWriter: Sendable {
  private static let head = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    """

  package init() {}

  package func write(_ value: DataValue, to bytes: inout [UInt8]) {
    bytes.append(XMLPropertyListWriter.head)
    element(value, to: &bytes)
    bytes.append("</plist>\n")
  }

  private func element(_ value: DataValue, to bytes: inout [UInt8]) {
    switch value.content {
    case .null: break
    case .bool(let bool): bytes.append(bool ? "<true/>" : "<false/>")
    case .integer(let integer): bytes.append("<integer>\(integer)</integer>")
    case .decimal(let decimal):
      if let integer = decimal.wideInteger {
        bytes.append("<integer>\(integer)</integer>")
      } else {
        bytes.append("<real>\(XMLPropertyListWriter.real(decimal))</real>")
      }
    case .string(let text): element("string", text, to: &bytes)
    case .date(let date): bytes.append("<date>\(date.text)</date>")
    case .data(let data):
      bytes.append("<data>")
      Base64.encode(data.span, to: &bytes)
      bytes.append("</data>")
    case .array(let elements):
      bytes.append("<array>")
      for value in elements { element(value, to: &bytes) }
      bytes.append("</array>")
    case .dictionary(let dictionary):
      bytes.append("<dict>")
      for member in dictionary.members {
        if case .null = member.value.content { continue }
        element("key", member.key, to: &bytes)
        element(member.value, to: &bytes)
      }
      bytes.append("</dict>")
    }
  }

  /// Returns the text of a real; property lists have their own names for NaN and the infinities.
  private static func real(_ decimal: DataDecimal) -> String {
    guard !decimal.isFinite else { return decimal.text }
    let value = decimal.value
    return value.isNaN ? "nan" : value < 0 ? "-infinity" : "+infinity"
  }

  private func element(_ name: String, _ text: String, to bytes: inout [UInt8]) {
    bytes.append("<\(name)>")
    if XMLPropertyListWriter.isPlain(text.utf8Span.span) {
      bytes.append(text)
    } else {
      escaped(text, to: &bytes)
    }
    bytes.append("</\(name)>")
  }

  /// Returns whether a text needs no escapes.
  private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), 0xEF, 0...0x08, 0x0B...0x1F:
        return false
      default: continue
      }
    }
    return true
  }

  private func escaped(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": bytes.append("&amp;")
      case "<": bytes.append("&lt;")
      case ">": bytes.append("&gt;")
      // A reader would turn an unescaped carriage return into a line feed.
      case "\r": bytes.append("&#13;")
      case "\t", "\n": bytes.append(scalar)
      // XML cannot represent these.
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": bytes.append("\u{FFFD}" as Unicode.Scalar)
      default: bytes.append(scalar)
      }
    }
  }
}
