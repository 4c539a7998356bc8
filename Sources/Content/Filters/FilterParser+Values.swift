// SPDX-License-Identifier: Apache-2.0

import DataFiles

extension FilterParser {
  /// A word or a quoted text, with its wildcards.
  private struct Word {
    var text = ""
    var isQuoted = false
    /// Whether a `*` that is not escaped stands before or behind the text.
    var opensBefore = false
    var opensBehind = false

    var hasWildcard: Bool { opensBefore || opensBehind }
    /// The text as it was written in a place where `*` has no meaning.
    var literal: String { (opensBefore ? "*" : "") + text + (opensBehind ? "*" : "") }
  }

  mutating func operand(
    of field: FilterField,
    _ comparator: FilterComparison.Comparator
  ) throws(FilterError) -> FilterComparison.Operand {
    skipBlanks()
    let start = position
    let word = try takeWord()
    if !word.isQuoted, at("(") {
      let call = try call(of: word.literal, from: start)
      guard call.function.result == field.type else {
        throw fault(.type, FilterParser.mismatch(field, call.function.signature), at: start)
      }
      return .call(call)
    }
    if !word.isQuoted, word.text.first == "@", !schema.parameters.isEmpty {
      return .parameter(try parameter(word.literal, for: field, from: start))
    }
    guard !word.hasWildcard else {
      guard !comparator.isOrdered, word.text.isEmpty || field.type == .text else {
        throw fault(.type, FilterParser.mismatch(field, word.literal), at: start)
      }
      guard !word.text.isEmpty else { return .anything }
      return .pattern(
        FilterPattern(word.text, opensBefore: word.opensBefore, opensBehind: word.opensBehind)
      )
    }
    guard let value = FilterParser.value(word, as: field.type) else {
      throw fault(.type, FilterParser.mismatch(field, word.text), at: start)
    }
    return .value(value)
  }

  /// Parses `=~` or `!~` and a regular expression in quotes; `nil` where something else stands.
  mutating func expression(
    of field: FilterField,
    from start: Int
  ) throws(FilterError) -> Filter? {
    let rest = bytes[position...]
    let isNegated = rest.starts(with: "!~".utf8)
    guard schema.hasExpressions, isNegated || rest.starts(with: "=~".utf8) else { return nil }
    guard field.type == .text else {
      throw fault(.type, "\(field.name) is \(field.type.rawValue); expected a text for =~ and !~")
    }
    position += 2
    skipBlanks()
    let place = position
    let source = try takeExpression()
    do {
      let expression = try FilterExpression(source)
      skipBlanks()
      return .comparison(
        FilterComparison(field, isNegated ? .notEqual : .equal, .expression(expression), at: start)
      )
    } catch {
      throw fault(.syntax, "the regular expression has a fault at \(error)", at: place)
    }
  }

  /// Takes an expression in quotes, whose backslashes are its own but those before a quote.
  private mutating func takeExpression() throws(FilterError) -> String {
    guard at("\"") || at("'") else {
      throw fault(.syntax, "\(found) is unexpected; expected a regular expression in quotes")
    }
    let (start, quote) = (position, bytes[position])
    position += 1
    var text: [UInt8] = []
    while position < bytes.count, bytes[position] != quote {
      let isEscape = bytes[position] == UInt8(ascii: "\\") && position + 1 < bytes.count
      if isEscape, bytes[position + 1] != quote { text.append(bytes[position]) }
      if isEscape { position += 1 }
      text.append(bytes[position])
      position += 1
    }
    guard position < bytes.count else {
      throw fault(.syntax, "the expression is not closed; expected another quote", at: start)
    }
    position += 1
    return String(decoding: text, as: UTF8.self)
  }

  private func parameter(
    _ name: String,
    for field: FilterField,
    from start: Int
  ) throws(FilterError) -> FilterParameter {
    guard let parameter = schema.parameters.first(where: { $0.name == name }) else {
      let names = schema.parameters.map(\.name)
      let nearest = Suggestion.nearest(to: name, among: names).map { "; did you mean \($0)?" }
      let shown = FilterParser.shown(name)
      throw fault(
        .type,
        "there is no \(shown)" + (nearest ?? "; expected \(names.joined(separator: ", "))"),
        at: start
      )
    }
    guard parameter.type == field.type else {
      throw fault(.type, FilterParser.mismatch(field, name), at: start)
    }
    return parameter
  }

  private static func mismatch(_ field: FilterField, _ found: String) -> String {
    "\(field.name) is compared with \(found.isEmpty ? "\"\"" : shown(found)); "
      + "expected \(field.type.expectation)"
  }

  /// Returns the value of a word; quoted are texts, instants and durations only.
  private static func value(_ word: Word, as type: FilterType) -> FilterValue? {
    guard !word.isQuoted || [.text, .instant, .duration].contains(type) else { return nil }
    return FilterValue(word.text, as: type)
  }

  /// Parses the arguments of a function whose name was taken.
  mutating func call(of name: String, from start: Int) throws(FilterError) -> FilterCall {
    guard let function = schema.function(name) else {
      let nearest = Suggestion.nearest(to: name, among: schema.functions.map(\.name))
      let hint = nearest.map { "; did you mean \($0)()?" } ?? ""
      throw fault(.unknownFunction, "there is no function \(name)()\(hint)", at: start)
    }
    position += 1
    var arguments: [FilterValue] = []
    skipBlanks()
    while !at(")") {
      if !arguments.isEmpty {
        guard at(",") else {
          throw fault(.syntax, "\(found) is unexpected; expected a comma or ) in \(name)()")
        }
        position += 1
        skipBlanks()
      }
      let place = position
      let word = try takeWord()
      guard arguments.count < function.parameters.count else {
        throw fault(
          .type,
          "\(FilterParser.shown(word.literal)) is one argument too many of \(function.signature)",
          at: place
        )
      }
      let type = function.parameters[arguments.count]
      let argument = Word(text: word.literal, isQuoted: word.isQuoted)
      guard let value = FilterParser.value(argument, as: type) else {
        throw fault(
          .type,
          "\(FilterParser.shown(word.literal)) is an argument of \(function.signature); "
            + "expected \(type.expectation)",
          at: place
        )
      }
      arguments.append(value)
      skipBlanks()
    }
    guard arguments.count == function.parameters.count else {
      throw fault(.type, "an argument is missing; expected \(function.signature)")
    }
    position += 1
    skipBlanks()
    return FilterCall(function, arguments)
  }

  private mutating func takeWord() throws(FilterError) -> Word {
    if at("\"") || at("'") { return try takeQuoted() }
    let start = position
    while position < bytes.count, !FilterParser.endsWord(bytes[position]) { position += 1 }
    guard position > start else {
      throw fault(.syntax, "\(found) is unexpected; expected a value")
    }
    var text = bytes[start..<position]
    var word = Word()
    word.opensBefore = text.first == UInt8(ascii: "*")
    if word.opensBefore { text = text.dropFirst() }
    word.opensBehind = text.last == UInt8(ascii: "*")
    if word.opensBehind { text = text.dropLast() }
    if let inner = text.firstIndex(of: UInt8(ascii: "*")) { throw innerWildcard(at: inner) }
    word.text = String(decoding: text, as: UTF8.self)
    return word
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","), UInt8(ascii: "\""),
      UInt8(ascii: "'"):
      true
    default: isBlank(byte)
    }
  }

  private func innerWildcard(at offset: Int) -> FilterError {
    fault(
      .syntax,
      "a * stands inside a text; expected it at the beginning or the end, or \\* in quotes",
      at: offset
    )
  }

  private mutating func takeQuoted() throws(FilterError) -> Word {
    let (start, quote) = (position, bytes[position])
    position += 1
    var word = Word(isQuoted: true)
    var text: [UInt8] = []
    while position < bytes.count, bytes[position] != quote {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\\") {
        text += try takeEscape()
        continue
      }
      defer { position += 1 }
      guard byte == UInt8(ascii: "*") else {
        text.append(byte)
        continue
      }
      if position == start + 1 {
        word.opensBefore = true
      } else if position + 1 < bytes.count, bytes[position + 1] == quote {
        word.opensBehind = true
      } else {
        throw innerWildcard(at: position)
      }
    }
    guard position < bytes.count else {
      throw fault(.syntax, "the text is not closed; expected another quote", at: start)
    }
    position += 1
    word.text = String(decoding: text, as: UTF8.self)
    return word
  }

  private mutating func takeEscape() throws(FilterError) -> [UInt8] {
    let start = position
    let letter = position + 1 < bytes.count ? bytes[position + 1] : 0
    position += 2
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"), UInt8(ascii: "*"):
      return [letter]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"):
      let digits = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
      if digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
        let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init)
      {
        position += 4
        return Array(String(Character(scalar)).utf8)
      }
    default: break
    }
    throw fault(
      .syntax,
      #"an unknown escape; expected one of \" \' \\ \* \n \r \t, or \u and four hex digits"#,
      at: start
    )
  }
}
