// SPDX-License-Identifier: Apache-2.0

// Texts come from many sources, so all notations of placeholders are recognised in all files: C's
// conversions with Apple's `%@`, positions such as `%2$@`, Python's names such as `%(name)s`, and
// references `%#@name@` to a choice written elsewhere; `{name}` and i18next's `{{name}}`. A percent sign or a brace that begins none
// of these is text, as in "100 % cotton"; so C's blank flag is recognised after a position only, as
// in `%1$ d`.

/// Parses texts with placeholders.
struct PatternReader {
  /// The name in `%#@name@`, with its position if it has one.
  struct Reference {
    let name: String
    let position: Int
  }

  /// The position of the next placeholder that has none.
  private(set) var next: Int
  /// The meaning of `%arg`.
  private let current: (argument: Argument, format: PrintfReader)?
  /// The argument of the first placeholder without a position, if known.
  private var first: Argument?

  /// - Parameters:
  ///   - first: in plural forms, the argument of their first placeholder.
  ///   - current: the meaning of `%arg`.
  init(
    next: Int = 1,
    first: Argument? = nil,
    current: (argument: Argument, format: PrintfReader)? = nil
  ) {
    self.next = next
    self.first = first
    self.current = current
  }

  /// Parses a text, and expands references.
  mutating func parts<Failure: Error>(
    of text: String,
    _ choice: (Reference) throws(Failure) -> Message.Part?
  ) throws(Failure) -> [Message.Part] {
    var text = PatternText(text)
    var parts: [Message.Part] = []
    var start = 0
    while !text.isAtEnd {
      let begin = text.position
      let part: Message.Part?
      switch text.peek() {
      case UInt8(ascii: "%"): part = try conversion(&text, choice)
      case UInt8(ascii: "{"): part = PatternReader.braces(&text)
      default: part = nil
      }
      guard let part else {
        text.position = begin + 1
        continue
      }
      if start < begin { parts.append(.text(text.text(start..<begin))) }
      parts.append(part)
      start = text.position
    }
    if start < text.bytes.count { parts.append(.text(text.text(start..<text.bytes.count))) }
    return parts
  }

  /// Parses a text without references.
  mutating func parts(of text: String) -> [Message.Part] {
    let none: (Reference) throws(Never) -> Message.Part? = { _ in nil }
    return parts(of: text, none)
  }

  /// Parses a conversion after a percent sign; `nil` if it is text.
  private mutating func conversion<Failure: Error>(
    _ text: inout PatternText,
    _ choice: (Reference) throws(Failure) -> Message.Part?
  ) throws(Failure) -> Message.Part? {
    let begin = text.position
    text.position += 1
    if text.take(UInt8(ascii: "%")) { return .percent }
    if let current, text.take("arg") {
      return .placeholder(
        Placeholder(
          current.argument,
          current.format.kind,
          written: text.text(begin..<text.position),
          format: current.format.value,
          isWritable: current.format.isWritable
        )
      )
    }
    let position = PatternReader.position(&text)
    if text.take("#@") {
      let name = text.take { $0 != UInt8(ascii: "@") }
      guard !name.isEmpty, text.take(UInt8(ascii: "@")) else { return nil }
      let reference = Reference(name: name, position: take(position))
      return try choice(reference)
    }
    let name = position == nil ? PatternReader.name(&text) : nil
    let format = PrintfReader.conversion(&text, isPositional: position != nil)
    guard let format else { return nil }
    next += format.starCount
    return .placeholder(
      Placeholder(
        name.map { Argument(name: $0) } ?? argument(position),
        format.kind,
        written: text.text(begin..<text.position),
        format: format.value,
        isWritable: format.isWritable
      )
    )
  }

  /// Takes a name in parentheses; `nil` if there is none.
  private static func name(_ text: inout PatternText) -> String? {
    let begin = text.position
    if text.take(UInt8(ascii: "(")) {
      let name = text.take(while: PatternText.isNamePart)
      if !name.isEmpty, text.take(UInt8(ascii: ")")) { return name }
    }
    text.position = begin
    return nil
  }

  private static func position(_ text: inout PatternText) -> Int? {
    let begin = text.position
    if let number = text.takeNumber(), number > 0, text.take(UInt8(ascii: "$")) { return number }
    text.position = begin
    return nil
  }

  /// Parses a placeholder at a brace; `nil` if it is text.
  private static func braces(_ text: inout PatternText) -> Message.Part? {
    if let placeholder = DoubleBraces.placeholder(&text) { return .placeholder(placeholder) }
    let begin = text.position
    text.position += 1
    text.skipSpace()
    let name = text.take(while: PatternText.isNamePart)
    text.skipSpace()
    guard !name.isEmpty, text.take("}") else { return nil }
    let written = text.text(begin..<text.position)
    return .placeholder(Placeholder(Argument(name: name), .any, written: written))
  }

  private mutating func take(_ position: Int?) -> Int {
    if let position { return position }
    next += 1
    return next - 1
  }

  private mutating func argument(_ position: Int?) -> Argument {
    if position == nil, let first {
      self.first = nil
      return first
    }
    return Argument(position: take(position))
  }
}
