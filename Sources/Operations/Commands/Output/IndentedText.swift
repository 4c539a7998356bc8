// SPDX-License-Identifier: Apache-2.0

/// A compact text of a document with a line for each value, as far as its limits allow.
package struct IndentedText {
  /// The most bytes and lines that are shown of a document.
  package static let limits = (bytes: 65_536, lines: 1_000)

  package private(set) var lines: [String] = []
  /// Whether the document goes on behind the last line.
  package private(set) var isCut = false
  private var line: [UInt8] = []
  /// The depth of the line.
  private var depth = 0
  private var count = 0

  /// Indents valid JSON.
  package init(json bytes: [UInt8]) {
    var (isInString, isEscaped) = (false, false)
    for (index, byte) in bytes.enumerated() where !isCut {
      if isInString {
        append(byte)
        isInString = isEscaped || byte != UInt8(ascii: "\"")
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        continue
      }
      let next = index + 1 < bytes.count ? bytes[index + 1] : 0
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        append(byte)
        if next != byte + 2 { endLine(depth + 1) }
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if index > 0, bytes[index - 1] != byte - 2 { endLine(depth - 1) }
        append(byte)
      case UInt8(ascii: ","):
        append(byte)
        endLine()
      case UInt8(ascii: ":"): for byte in [byte, UInt8(ascii: " ")] { append(byte) }
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"): break
      default:
        if byte == UInt8(ascii: "\"") { isInString = true }
        append(byte)
      }
    }
    endLine()
  }

  /// Indents an XML property list without blanks between its elements.
  package init(propertyList bytes: [UInt8]) {
    let containers: Set = ["<dict>", "<array>", "<plist version=\"1.0\">"]
    let ends: Set = ["</dict>", "</array>", "</plist>"]
    var rest = bytes[...]
    while !isCut, let first = rest.first {
      let end =
        first == UInt8(ascii: "<")
        ? rest.firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
        : rest.firstIndex(of: UInt8(ascii: "<"))
      let piece = rest[..<(end ?? rest.endIndex)]
      rest = rest[piece.endIndex...]
      let text = String(decoding: piece, as: UTF8.self)
      switch text {
      case _ where ends.contains(text): endLine(depth - 1)
      case _ where text.hasPrefix("<") && !text.hasPrefix("</"): endLine()
      default: break
      }
      for byte in piece where byte != UInt8(ascii: "\n") { append(byte) }
      if containers.contains(text) { endLine(depth + 1) }
    }
    endLine()
  }

  private mutating func append(_ byte: UInt8) {
    guard count < IndentedText.limits.bytes else {
      isCut = true
      return
    }
    count += 1
    line.append(byte)
  }

  /// Ends the line, if it has anything; the next one begins at a depth.
  private mutating func endLine(_ next: Int? = nil) {
    defer { depth = max(0, next ?? depth) }
    guard !line.isEmpty else { return }
    guard lines.count < IndentedText.limits.lines else {
      isCut = true
      return
    }
    lines.append(String(repeating: "  ", count: depth) + String(decoding: line, as: UTF8.self))
    line = []
  }
}
