// SPDX-License-Identifier: Apache-2.0

extension DataFormat {
  /// The format of a file: what its first bytes say if they leave no doubt, else what its extension
  /// says, else what a look at its first key tells JSON5 from the old style of property lists.
  package init(of bytes: Span<UInt8>, fileExtension: String = "") {
    if FirstBytes.start(bytes, with: "bplist") {
      self = .binaryPropertyList
      return
    }
    let said = DataFormat(fileExtension: fileExtension)
    // Most files begin with a brace, which is no markup.
    if let said, !bytes.isEmpty, bytes[0] == UInt8(ascii: "{") {
      self = said
      return
    }
    var first = FirstBytes(bytes)
    first.skipSpace()
    self = first.isXMLPropertyList ? .xmlPropertyList : said ?? first.textFormat
  }

  /// The format that an extension says; `nil` for one that says none.
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
