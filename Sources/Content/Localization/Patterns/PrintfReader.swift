// SPDX-License-Identifier: Apache-2.0

import LocaleFormats

/// A C conversion in a text.
struct PrintfReader {
  /// The type of its value.
  let kind: Placeholder.Kind
  /// The format of its value; `nil` leaves it as it is.
  let value: ValueFormat?
  /// Whether a value can be formatted here. `%p`, `%a`, and a width or precision that is an
  /// argument or out of range are for programs only.
  let isWritable: Bool
  /// The number of arguments that are a width or a precision.
  let starCount: Int

  /// Parses a specifier of Apple's files, such as `lld` or `%d`.
  init(specifier: String) {
    var text = PatternText(specifier)
    _ = text.take(UInt8(ascii: "%"))
    self =
      PrintfReader.conversion(&text, isPositional: true)
      ?? PrintfReader(kind: .any, value: nil, isWritable: true, starCount: 0)
  }

  private init(kind: Placeholder.Kind, value: ValueFormat?, isWritable: Bool, starCount: Int) {
    self.kind = kind
    self.value = value
    self.isWritable = isWritable
    self.starCount = starCount
  }

  /// Parses a conversion after a percent sign and its position; `nil` if there is none.
  ///
  /// - Parameter isPositional: whether there is a position, so that a blank is a flag.
  static func conversion(_ text: inout PatternText, isPositional: Bool) -> PrintfReader? {
    let flags = flags(&text, hasSpace: isPositional)
    var starCount = 0
    let width = number(&text, &starCount)
    let precision = text.take(UInt8(ascii: ".")) ? number(&text, &starCount) ?? 0 : nil
    _ = text.take { "hlqLztj".utf8.contains($0) }
    guard let letter = text.peek(), let kind = kind(of: letter) else { return nil }
    text.position += 1
    var format: PrintfFormat?
    if let conversion = conversion(of: letter), starCount == 0 {
      format = PrintfFormat(conversion, flags: flags, width: width ?? 0, precision: precision)
    }
    let isPlain = flags.isEmpty && width == nil && precision == nil
    let isText = kind == .object || kind == .string
    return PrintfReader(
      kind: kind,
      value: isPlain && isText ? nil : format.map { .printf($0) },
      isWritable: format != nil,
      starCount: starCount
    )
  }

  private static func flags(_ text: inout PatternText, hasSpace: Bool) -> PrintfFormat.Flags {
    var flags: PrintfFormat.Flags = []
    while let letter = text.peek() {
      switch letter {
      case UInt8(ascii: "-"): flags.insert(.isLeftAligned)
      case UInt8(ascii: "+"): flags.insert(.hasPlus)
      case UInt8(ascii: "0"): flags.insert(.hasZeros)
      case UInt8(ascii: "#"): flags.insert(.isAlternate)
      case UInt8(ascii: "'"): flags.insert(.isGrouped)
      case UInt8(ascii: " ") where hasSpace: flags.insert(.hasSpace)
      default: return flags
      }
      text.position += 1
    }
    return flags
  }

  private static func number(_ text: inout PatternText, _ starCount: inout Int) -> Int? {
    guard text.take(UInt8(ascii: "*")) else { return text.takeNumber() }
    starCount += 1
    return nil
  }

  private static func kind(of letter: UInt8) -> Placeholder.Kind? {
    switch Unicode.Scalar(letter) {
    case "@": .object
    case "d", "i", "u", "x", "o", "D", "U", "X", "O": .integer
    case "f", "e", "g", "a", "F", "E", "G", "A": .decimal
    case "s", "S": .string
    case "c", "C": .character
    case "p": .pointer
    default: nil
    }
  }

  private static func conversion(of letter: UInt8) -> PrintfFormat.Conversion? {
    switch Unicode.Scalar(letter) {
    case "@", "s", "S": .text
    case "c", "C": .character
    case "d", "i", "D": .integer
    case "u", "U": .unsigned
    case "x": .radix(16, isUppercase: false)
    case "X": .radix(16, isUppercase: true)
    case "o", "O": .radix(8, isUppercase: false)
    case "f", "F": .fixed
    case "e", "E": .scientific
    case "g", "G": .general
    default: nil
    }
  }
}
