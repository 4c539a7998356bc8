// SPDX-License-Identifier: Apache-2.0

package import Bytes
import ContentResolution
import LocaleFormats

// ICU's MessageFormat, version 1 (a single apostrophe quotes only before a brace, and before `#` in
// a plural; two are one). `choice`, which ICU deprecates, is refused.

/// Parses ICU's MessageFormat.
package struct MessageFormat {
  /// The deepest nesting of choices.
  package static let maximumDepth = 16

  /// The keywords that distinguish it from a text with plain placeholders.
  static let typedKinds = [
    "plural", "selectordinal", "select", "number", "date", "time", "spellout", "ordinal",
    "duration",
  ]

  private var text: PatternText
  private let hasQuotes: Bool

  /// Parses a text.
  ///
  /// - Parameter hasQuotes: whether apostrophes quote, or are text.
  package static func message(
    _ text: String,
    hasQuotes: Bool = true
  ) throws(TextFault) -> Message {
    var reader = MessageFormat(text: PatternText(text), hasQuotes: hasQuotes)
    let message = try reader.message(plural: nil, depth: 0)
    guard reader.text.isAtEnd else { throw reader.text.fault(expected: "no closing brace here") }
    return message
  }

  /// The argument that `#` shows: that of the innermost plural.
  private struct Plural {
    let argument: Argument
    let offset: Int64
  }

  private mutating func message(
    plural: Plural?,
    depth: Int
  ) throws(TextFault) -> Message {
    var parts: [Message.Part] = []
    var piece: [UInt8] = []
    func finishPiece() {
      if !piece.isEmpty { parts.append(.text(String(decoding: piece, as: UTF8.self))) }
      piece = []
    }
    while let byte = text.peek() {
      switch byte {
      case UInt8(ascii: "'") where hasQuotes: quote(isInPlural: plural != nil, into: &piece)
      case UInt8(ascii: "{"):
        finishPiece()
        parts.append(try argument(plural: plural, depth: depth))
      case UInt8(ascii: "}"):
        finishPiece()
        return Message(parts)
      case UInt8(ascii: "#"):
        text.position += 1
        guard let plural else {
          piece.append(byte)
          continue
        }
        finishPiece()
        parts.append(MessageFormat.number(of: plural))
      default:
        piece.append(byte)
        text.position += 1
      }
    }
    finishPiece()
    return Message(parts)
  }

  private static func number(of plural: Plural) -> Message.Part {
    let name = plural.argument.name ?? plural.argument.identity
    return .placeholder(
      Placeholder(
        plural.argument,
        .any,
        written: plural.offset == 0 ? "{\(name)}" : "#",
        offset: plural.offset,
        format: .number(digits: nil)
      )
    )
  }

  private mutating func quote(isInPlural: Bool, into piece: inout [UInt8]) {
    let apostrophe = UInt8(ascii: "'")
    text.position += 1
    if text.take(apostrophe) {
      piece.append(apostrophe)
      return
    }
    let opens =
      text.peek() == UInt8(ascii: "{") || text.peek() == UInt8(ascii: "}")
      || isInPlural && text.peek() == UInt8(ascii: "#")
    guard opens else {
      piece.append(apostrophe)
      return
    }
    // An unterminated quotation extends to the end.
    while let byte = text.peek() {
      text.position += 1
      if byte != apostrophe {
        piece.append(byte)
      } else if text.take(apostrophe) {
        piece.append(apostrophe)
      } else {
        return
      }
    }
  }

  private mutating func argument(plural: Plural?, depth: Int) throws(TextFault) -> Message.Part {
    // Angular puts its interpolations, `{{ name }}`, into plural forms.
    if let placeholder = DoubleBraces.placeholder(&text) { return .placeholder(placeholder) }
    let begin = text.position
    text.position += 1
    text.skipSpace()
    let name = text.take(while: PatternText.isNamePart)
    guard !name.isEmpty else { throw text.fault(expected: "the name of an argument") }
    let argument = MessageFormat.argument(name)
    text.skipSpace()
    if text.take(UInt8(ascii: "}")) {
      return .placeholder(Placeholder(argument, .any, written: text.text(begin..<text.position)))
    }
    guard text.take(UInt8(ascii: ",")) else { throw text.fault(expected: "a comma or }") }
    text.skipSpace()
    let kindPlace = text
    let kind = text.take(while: PatternText.isNamePart)
    text.skipSpace()
    switch kind {
    case "plural", "selectordinal", "select":
      guard depth < MessageFormat.maximumDepth else {
        throw text.fault(expected: "at most \(MessageFormat.maximumDepth) choices in each other")
      }
      return .choice(try choice(kind, argument, outer: plural, depth: depth + 1))
    case "number", "date", "time", "spellout", "ordinal", "duration":
      let style = try style()
      let format = MessageStyle.format(kind, style)
      return .placeholder(
        Placeholder(
          argument,
          MessageFormat.kind(kind, format),
          written: text.text(begin..<text.position),
          format: format
        )
      )
    default:
      throw kindPlace.fault(
        expected: MessageFormat.typedKinds.dropLast().joined(separator: ", ") + " or duration"
      )
    }
  }

  private static func argument(_ name: String) -> Argument {
    if name.utf8.allSatisfy({ $0 &- 0x30 < 10 }), let number = Int(name), number < 1_000 {
      // ICU counts from 0.
      return Argument(name: name, position: number + 1)
    }
    return Argument(name: name)
  }

  private static func kind(_ name: String, _ format: ValueFormat?) -> Placeholder.Kind {
    switch format {
    case .percent: return .percent
    case .money: return .money
    case .number, .date, .printf, nil: break
    }
    switch name {
    case "date": return .date
    case "time": return .time
    default: return .decimal
    }
  }

  /// Takes the style after the type's comma, up to the closing brace.
  private mutating func style() throws(TextFault) -> String {
    _ = text.take(UInt8(ascii: ","))
    text.skipSpace()
    let begin = text.position
    var depth = 0
    while let byte = text.peek() {
      text.position += 1
      if byte == UInt8(ascii: "'") {
        _ = text.take { $0 != UInt8(ascii: "'") }
        _ = text.take(UInt8(ascii: "'"))
      } else if byte == UInt8(ascii: "{") {
        depth += 1
      } else if byte == UInt8(ascii: "}") {
        if depth == 0 { return text.text(begin..<text.position - 1) }
        depth -= 1
      }
    }
    throw text.fault(expected: "}")
  }

  private mutating func choice(
    _ kind: String,
    _ argument: Argument,
    outer: Plural?,
    depth: Int
  ) throws(TextFault) -> Choice {
    guard text.take(UInt8(ascii: ",")) else { throw text.fault(expected: "a comma") }
    text.skipSpace()
    var offset: Int64 = 0
    if kind != "select", text.take("offset:") {
      text.skipSpace()
      guard let number = text.takeNumber() else { throw text.fault(expected: "a number") }
      offset = Int64(number)
      text.skipSpace()
    }
    let plural = kind == "select" ? outer : Plural(argument: argument, offset: offset)
    var cases: [Choice.Case] = []
    while !text.take(UInt8(ascii: "}")) {
      let place = text
      let key = try key(isPlural: kind != "select")
      guard !cases.contains(where: { $0.key == key }) else {
        throw place.fault(expected: "each key once")
      }
      text.skipSpace()
      guard text.take(UInt8(ascii: "{")) else { throw text.fault(expected: "{ and a text") }
      let message = try message(plural: plural, depth: depth)
      guard text.take(UInt8(ascii: "}")) else { throw text.fault(expected: "}") }
      cases.append(Choice.Case(key, message))
      text.skipSpace()
    }
    guard cases.contains(where: { $0.key == .other }) else {
      throw text.fault(expected: "a text for \"other\" before this")
    }
    return Choice(
      kind == "select"
        ? .word(argument)
        : .plural(argument, isOrdinal: kind == "selectordinal", offset: offset),
      cases
    )
  }

  private mutating func key(isPlural: Bool) throws(TextFault) -> Choice.Key {
    if isPlural, text.take(UInt8(ascii: "=")) {
      guard let number = text.takeNumber() else { throw text.fault(expected: "a number") }
      return .exactly(Int64(number))
    }
    let place = text
    let word = text.take(while: PatternText.isNamePart)
    guard !word.isEmpty else { throw place.fault(expected: "a key and its text, or }") }
    if word == "other" { return .other }
    guard isPlural else { return .word(word) }
    guard let category = PluralCategory(rawValue: word) else {
      throw place.fault(expected: "zero, one, two, few, many, other or = and a number")
    }
    return Choice.Key(category)
  }
}
