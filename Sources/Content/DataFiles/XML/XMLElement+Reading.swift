// SPDX-License-Identifier: Apache-2.0

extension XMLElement {
  /// Parses a file in UTF-8, or in UTF-16 with a byte order mark, and returns its root.
  package init(
    reading bytes: Span<UInt8>,
    limits: DataLimits = DataLimits()
  ) throws(DataFileError) {
    if let text = try UTF16Text.transcoded(bytes, limits: limits, needsMark: true) {
      self = try XMLElement.root(text.span, limits: limits, isTranscoded: true)
    } else {
      self = try XMLElement.root(bytes, limits: limits, isTranscoded: false)
    }
  }

  private static func root(
    _ bytes: Span<UInt8>,
    limits: DataLimits,
    isTranscoded: Bool
  ) throws(DataFileError) -> XMLElement {
    var reader = try XMLReader(bytes, limits: limits, isTranscoded: isTranscoded)
    // The open elements, from the root on; the reader limits their depth.
    var open: [XMLElement] = []
    while let event = try reader.next() {
      switch event {
      case .start(let tag): open.append(XMLElement(tag))
      case .text(let text, let position):
        if !open.isEmpty { open[open.count - 1].children.append(.text(text, at: position)) }
      case .end:
        guard let element = open.popLast() else { continue }
        if open.isEmpty {
          try reader.finish()
          return element
        }
        open[open.count - 1].children.append(.element(element))
      }
    }
    throw reader.cursor.failure(expected: "an element")
  }
}
