// SPDX-License-Identifier: Apache-2.0

/// Converts byte offsets into lines and columns; rising offsets scan each byte once.
///
/// Parsers move freely and ask only where a value begins, so none of them can miscount a line. A
/// line ends with LF, CR or CR LF.
struct SourceRuler {
  private let start: Int
  private var offset: Int
  private var line = 1
  /// The number to subtract from an offset to get its column.
  private var columnBase: Int

  init(start: Int) {
    self.start = start
    offset = start
    columnBase = start - 1
  }

  mutating func position(of target: Int, in bytes: Span<UInt8>) -> SourcePosition {
    if target < offset { self = SourceRuler(start: start) }
    let end = min(target, bytes.count)
    while offset < end {
      let byte = bytes[offset]
      offset &+= 1
      if byte >= 0x80 {
        if byte & 0xC0 == 0x80 { columnBase &+= 1 }
      } else if byte == 0x0A || byte == 0x0D && !(offset < bytes.count && bytes[offset] == 0x0A) {
        line &+= 1
        columnBase = offset &- 1
      }
    }
    return SourcePosition(line: line, column: end &- columnBase)
  }
}
