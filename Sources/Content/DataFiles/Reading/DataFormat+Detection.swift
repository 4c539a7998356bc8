// SPDX-License-Identifier: Apache-2.0

extension DataFormat {
  /// The format of a file: what its first bytes say if they leave no doubt, else what its extension
  /// says, else what a look at its first key tells JSON5 from the old style of property lists.
  package init(of bytes: Span<UInt8>, fileExtension: String = "") {
    if FirstBytes.start(bytes, with: "bplist") {
      self = .binaryPropertyList
      return
    }
    var first = FirstBytes(bytes)
    first.skipSpace()
    if first.isXMLPropertyList {
      self = .xmlPropertyList
      return
    }
    switch fileExtension.lowercased() {
    case "json", "xcstrings": self = .json
    case "json5", "jsonc": self = .json5
    case "plist": self = .openStepPropertyList
    case "strings", "stringsdict": self = .strings
    default: self = first.textFormat
    }
  }
}
