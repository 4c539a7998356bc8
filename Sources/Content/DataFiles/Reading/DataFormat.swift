// SPDX-License-Identifier: Apache-2.0

/// A file format that can be read.
package enum DataFormat: String, Sendable, CaseIterable {
  case json
  case json5
  case xmlPropertyList
  case binaryPropertyList
  /// An old-style (OpenStep) property list: `{ key = value; }`.
  case openStepPropertyList
  /// An old-style dictionary without its braces, as in `.strings` files; may be empty.
  case strings
}

extension DataFormat {
  /// Detects the format of a file: by its first bytes if they are unambiguous, then by its
  /// extension, then by its first key, which tells JSON5 from old-style property lists.
  package init(of bytes: Span<UInt8>, fileExtension: String = "") {
    if FirstBytes.start(bytes, with: "bplist") {
      self = .binaryPropertyList
      return
    }
    let said = DataFormat(fileExtension: fileExtension)
    // Most files begin with a brace, which is never markup.
    if let said, !bytes.isEmpty, bytes[0] == UInt8(ascii: "{") {
      self = said
      return
    }
    var first = FirstBytes(bytes)
    first.skipSpace()
    self = first.isXMLPropertyList ? .xmlPropertyList : said ?? first.textFormat
  }

  /// Returns the format for a file extension; `nil` for others.
  private init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "json", "xcstrings": self = .json
    case "json5", "jsonc": self = .json5
    case "plist": self = .openStepPropertyList
    case "strings", "stringsdict": self = .strings
    default: return nil
    }
  }
}
