// SPDX-License-Identifier: Apache-2.0

/// Conversion of UTF-16 files, which older tools write, to UTF-8.
enum UTF16Text {
  /// Returns the text in UTF-8; `nil` if the file is not UTF-16.
  ///
  /// It is detected by a byte order mark or, where none is required, by a zero in the first two
  /// bytes: data files begin with an ASCII character.
  static func transcoded(
    _ bytes: Span<UInt8>,
    limits: DataLimits,
    needsMark: Bool
  ) throws(DataFileError) -> [UInt8]? {
    guard bytes.count >= 2, let (isBigEndian, start) = order(bytes, needsMark: needsMark) else {
      return nil
    }
    try limits.admit(fileOf: bytes.count)
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = start
    func unit(_ index: Int) -> UInt32? {
      guard index + 1 < bytes.count else { return nil }
      let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    while index < bytes.count {
      guard let first = unit(index) else { throw failure(text, seen: "half of a unit") }
      index += 2
      if let scalar = Unicode.Scalar(first) {
        text.append(scalar)
      } else if first < 0xDC00, let second = unit(index), second & 0xFC00 == 0xDC00,
        let scalar = Unicode.Scalar(0x10000 + (first & 0x3FF) << 10 + second & 0x3FF)
      {
        text.append(scalar)
        index += 2
      } else {
        throw failure(text, seen: "the lone surrogate U+\(hexadecimal(first, width: 4))")
      }
    }
    return text
  }

  private static func order(
    _ bytes: Span<UInt8>,
    needsMark: Bool
  ) -> (isBigEndian: Bool, start: Int)? {
    switch (bytes[0], bytes[1]) {
    case (0xFE, 0xFF): (true, 2)
    case (0xFF, 0xFE): (false, 2)
    case (0, 1...) where !needsMark: (true, 0)
    case (1..., 0) where !needsMark: (false, 0)
    default: nil
    }
  }

  /// Returns an error at the end of the decoded text.
  private static func failure(_ text: [UInt8], seen: String) -> DataFileError {
    var ruler = SourceRuler(start: 0)
    let position = ruler.position(of: text.count, in: text.span)
    return DataFileError(.encoding, at: position, seen: seen, expected: "UTF-16")
  }
}
