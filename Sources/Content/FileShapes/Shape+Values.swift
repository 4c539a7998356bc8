// SPDX-License-Identifier: Apache-2.0

import DataFiles

extension Shape where Value == String {
  /// Any text.
  package static var text: Shape {
    Shape(
      schema: { .string },
      read: { value, subject, context in
        guard case .string(let text) = value.content else {
          context.wrongKind(value, subject, "a string")
          return nil
        }
        return text
      },
      write: { DataValue(.string($0)) }
    )
  }

  /// The name of something that the file declares elsewhere.
  package static func name(of kind: ReadingContext.NameKind) -> Shape {
    text.checked { name, value, _, context in
      let known = context.names(of: kind)
      if known.contains(name) || context.isUnreadable(kind) { return true }
      let message = "there is no \(kind.noun) \"\(name)\""
      context.unknownName(name, at: value, message, among: known)
      return false
    }
  }
}

extension Shape where Value == Bool {
  package static var flag: Shape {
    Shape(
      schema: { .boolean },
      read: { value, subject, context in
        guard case .bool(let flag) = value.content else {
          context.wrongKind(value, subject, "true or false")
          return nil
        }
        return flag
      },
      write: { DataValue(.bool($0)) }
    )
  }
}

extension Shape where Value == Int {
  /// A whole number of a range.
  package static func integer(_ range: ClosedRange<Int>) -> Shape {
    Shape(
      schema: { .integer(range) },
      read: { value, subject, context in
        guard case .integer(let integer) = value.content else {
          context.wrongKind(value, subject, "an integer")
          return nil
        }
        guard let number = Int(exactly: integer), range.contains(number) else {
          context.badValue(
            value,
            "\(subject) is \(integer); expected \(range.lowerBound) to \(range.upperBound)"
          )
          return nil
        }
        return number
      },
      write: { DataValue(.integer(Int64($0))) }
    )
  }
}

extension Shape where Value == Double {
  /// A number of a range.
  package static func number(_ range: ClosedRange<Double>) -> Shape {
    Shape(
      schema: { .number(range) },
      read: { value, subject, context in
        guard let number = value.number else {
          context.wrongKind(value, subject, "a number")
          return nil
        }
        guard range.contains(number) else {
          context.badValue(
            value,
            "\(subject) is \(number); expected \(range.lowerBound) to \(range.upperBound)"
          )
          return nil
        }
        return number
      },
      write: { number in
        Int64(exactly: number).map { DataValue(.integer($0)) }
          ?? DataValue(.decimal(DataDecimal(number)))
      }
    )
  }
}

extension Shape where Value: RawRepresentable<String> & CaseIterable & Sendable {
  /// One of the words of a list.
  package static var choice: Shape {
    Shape(
      schema: { .one(of: Value.allCases.map(\.rawValue)) },
      read: { value, subject, context in
        guard case .string(let word) = value.content else {
          context.wrongKind(value, subject, "a string")
          return nil
        }
        if let choice = Value(rawValue: word) { return choice }
        let words = Value.allCases.map(\.rawValue)
        let suggestion = Suggestion.nearest(to: word, among: words)
        context.findings.error(
          .badValue,
          at: context.place(of: value),
          "\(subject) is \"\(word)\"; expected \(words.map { "\"\($0)\"" }.joined(separator: " or "))",
          suggestion: suggestion
        )
        return nil
      },
      write: { DataValue(.string($0.rawValue)) }
    )
  }
}
