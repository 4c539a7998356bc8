// SPDX-License-Identifier: Apache-2.0

/// A position in UTF-8 text, moved by a parser.
struct SourceCursor: ~Escapable {
  let bytes: Span<UInt8>
  var index: Int
  private var ruler: SourceRuler

  /// Refuses a file that is too long or not UTF-8; skips a byte order mark.
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, limits: DataLimits) throws(DataFileError) {
    let hasMark =
      bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    self.bytes = bytes
    index = hasMark ? 3 : 0
    ruler = SourceRuler(start: index)
    try limits.admit(fileOf: bytes.count)
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes)
    } catch {
      let offset = error.byteOffsets.lowerBound
      throw DataFileError(
        .encoding,
        at: ruler.position(of: offset, in: bytes),
        seen: "the byte 0x\(hexadecimal(UInt32(bytes[offset]), width: 2))",
        expected: "UTF-8"
      )
    }
  }

  var atEnd: Bool { index >= bytes.count }

  /// The byte at the cursor; zero at the end.
  var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// Returns the byte at a distance from the cursor; zero after the end.
  func byte(ahead distance: Int) -> UInt8 {
    index + distance < bytes.count ? bytes[index + distance] : 0
  }

  mutating func position(at offset: Int) -> SourcePosition {
    ruler.position(of: offset, in: bytes)
  }

  mutating func position() -> SourcePosition { ruler.position(of: index, in: bytes) }

  /// Returns whether these ASCII letters come next.
  func starts(with word: String) -> Bool {
    var offset = index
    for letter in word.utf8 {
      guard offset < bytes.count, bytes[offset] == letter else { return false }
      offset &+= 1
    }
    return true
  }

  /// Skips the letters if they come next.
  mutating func skip(_ word: String) -> Bool {
    guard starts(with: word) else { return false }
    index += word.utf8.count
    return true
  }

  /// The scalar at the cursor and its length in bytes; `nil` at the end or within a scalar.
  var scalar: (value: Unicode.Scalar, length: Int)? {
    guard index < bytes.count else { return nil }
    let lead = bytes[index]
    if lead < 0x80 { return (Unicode.Scalar(lead), 1) }
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard lead >= 0xC0, index + length <= bytes.count else { return nil }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for distance in 1..<length { value = value << 6 | UInt32(bytes[index + distance] & 0x3F) }
    return Unicode.Scalar(value).map { ($0, length) }
  }

  /// Returns the text of a range that divides no scalar.
  func text(_ range: Range<Int>) -> String {
    String(utf8: bytes.extracting(range)) ?? ""
  }

  /// Returns an error about the text at the cursor, or at `offset`.
  mutating func failure(
    _ kind: DataFileError.Kind = .syntax,
    at offset: Int? = nil,
    seen: String? = nil,
    expected: String
  ) -> DataFileError {
    if let offset { index = offset }
    let isEnd = atEnd && kind == .syntax && seen == nil
    return DataFileError(
      isEnd ? .endOfFile : kind,
      at: position(),
      seen: seen ?? shown,
      expected: expected
    )
  }

  /// The text at the cursor, for a message.
  private var shown: String {
    guard let (value, _) = scalar else { return "the end of the file" }
    if value.value > 0x20, value.value < 0x7F { return "\"\(value)\"" }
    return value.properties.isWhitespace || value.properties.generalCategory == .control
      ? "U+\(hexadecimal(value.value, width: 4))"
      : "\"\(value)\" (U+\(hexadecimal(value.value, width: 4)))"
  }
}
