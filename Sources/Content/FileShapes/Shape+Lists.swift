// SPDX-License-Identifier: Apache-2.0

package import DataFiles

extension Shape {
  /// An array of values.
  package func list(atLeast least: Int = 0, atMost most: Int = .max) -> Shape<[Value]> {
    let counts = least...max(least, most)
    return Shape<[Value]>(
      schema: { SchemaNode.array(of: schema()).counted(counts) },
      read: { value, subject, context in
        guard case .array(let elements) = value.content else {
          context.wrongKind(value, subject, "an array")
          return nil
        }
        return read(elements, of: value, subject, counts, .badValue, &context)
      },
      write: { DataValue(.array($0.compactMap(write))) }
    )
  }

  /// One value, or an array of values.
  ///
  /// - Parameters:
  ///   - least: the fewest elements that there may be.
  ///   - most: the most elements that there may be.
  ///   - rule: the rule that a wrong number of them breaks.
  package func oneOrMore(
    atLeast least: Int = 0,
    atMost most: Int = .max,
    orElse rule: FindingRule = .badValue
  ) -> Shape<[Value]> {
    let counts = least...max(least, most)
    return Shape<[Value]>(
      schema: { ["anyOf": [schema(), SchemaNode.array(of: schema()).counted(counts)]] },
      read: { value, subject, context in
        switch value.content {
        case .array(let elements): read(elements, of: value, subject, counts, rule, &context)
        default: read(value, subject, &context).map { [$0] }
        }
      },
      write: { DataValue(.array($0.compactMap(write))) }
    )
  }

  /// Reads an array's elements; wrong ones are noted and left out.
  private func read(
    _ elements: [DataValue],
    of list: DataValue,
    _ subject: Subject,
    _ counts: ClosedRange<Int>,
    _ rule: FindingRule,
    _ context: inout ReadingContext
  ) -> [Value] {
    if !counts.contains(elements.count) {
      context.findings.error(
        rule,
        at: context.place(of: list),
        "\(subject) has \(elements.count) elements; expected \(counts.inWords)"
      )
    }
    let element = subject.element
    return elements.compactMap { read($0, element, &context) }
  }

  /// A dictionary whose keys are chosen by the file's author.
  ///
  /// - Parameters:
  ///   - noun: an entry in messages, before its key: "the backend".
  ///   - keys: the form of the keys; any text, unless given.
  ///   - kind: declares the keys as names that other members may refer to.
  ///   - least: the fewest entries that there may be.
  ///   - most: the most entries that there may be.
  ///   - rule: the rule that a wrong number of them breaks.
  ///   - things: the entries in messages about too many of them: "backends".
  package func dictionary(
    of noun: String,
    keys: TextForm<String>? = nil,
    declares kind: ReadingContext.NameKind? = nil,
    atLeast least: Int = 0,
    atMost most: Int = .max,
    orElse rule: FindingRule = .badValue,
    counting things: String? = nil
  ) -> Shape<[Entry<Value>]> {
    let counts = least...max(least, most)
    return Shape<[Entry<Value>]>(
      schema: {
        var node = SchemaNode.dictionary(of: schema(), names: keys?.schema)
        if counts.lowerBound > 0 { node = node.with("minProperties", .integer(counts.lowerBound)) }
        if counts.upperBound < .max {
          node = node.with("maxProperties", .integer(counts.upperBound))
        }
        return node
      },
      read: { value, subject, context in
        guard case .dictionary(let dictionary) = value.content else {
          context.wrongKind(value, subject, "a dictionary")
          if let kind { context.markUnreadable(kind) }
          return nil
        }
        let members = dictionary.members
        if let kind { context.declare(members.map(\.key), as: kind) }
        if !counts.contains(members.count) {
          context.findings.error(
            rule,
            at: context.place(of: value),
            things.map { "\(members.count) \($0); expected at most \(counts.upperBound)" }
              ?? "\(subject) has \(members.count) members; expected \(counts.inWords)"
          )
        }
        return members.prefix(counts.upperBound).compactMap { member in
          let place = context.place(member.keyPosition)
          let isKey = keys.map { $0.value(of: member.key, at: place, &context.findings) != nil }
          let read = read(member.value, .thing("\(noun) \"\(member.key)\""), &context)
          guard let read, isKey ?? true else { return nil }
          return Entry(key: member.key, place: place, value: read)
        }
      },
      write: { entries in
        DataValue(
          .dictionary(
            DataDictionary(
              unique: entries.compactMap { entry in
                write(entry.value).map { .init(entry.key, $0) }
              }
            )
          )
        )
      }
    )
  }

  /// A text where that is enough, or the whole as a dictionary.
  package func orText(_ text: Shape) -> Shape {
    Shape(
      schema: { ["anyOf": [text.schema(), schema()]] },
      read: { value, subject, context in
        switch value.content {
        case .string: return text.read(value, subject, &context)
        case .dictionary: return read(value, subject, &context)
        default:
          context.wrongKind(value, subject, "a string or a dictionary")
          return nil
        }
      },
      write: write
    )
  }
}

/// An entry of a dictionary whose keys are chosen by the file's author.
package struct Entry<Value> {
  package let key: String
  /// The place of the key.
  package let place: FilePlace
  package let value: Value

  package init(key: String, place: FilePlace, value: Value) {
    self.key = key
    self.place = place
    self.value = value
  }

  /// An entry that is only written, and so stands nowhere.
  package init(written key: String, _ value: Value) {
    self.init(key: key, place: FilePlace(""), value: value)
  }
}

extension Entry: Sendable where Value: Sendable {}

extension Shape {
  /// Entries as a dictionary, which is never shown.
  package func byKey<Element: Sendable>() -> Shape<[String: Element]>
  where Value == [Entry<Element>] {
    converted(to: { Dictionary($0.map { ($0.key, $0.value) }) { first, _ in first } })
  }

  /// Entries as values that hold their own keys.
  package func keyed<Element: Sendable>(
    by path: any WritableKeyPath<Element, String> & Sendable
  ) -> Shape<[Element]> where Value == [Entry<Element>] {
    converted(
      to: { entries in
        entries.map { entry in
          var value = entry.value
          value[keyPath: path] = entry.key
          return value
        }
      },
      from: { values in
        values.map { Entry(written: $0[keyPath: path], $0) }
      }
    )
  }
}

extension SchemaNode {
  fileprivate func counted(_ counts: ClosedRange<Int>) -> SchemaNode {
    var node = self
    if counts.lowerBound > 0 { node = node.with("minItems", .integer(counts.lowerBound)) }
    if counts.upperBound < .max { node = node.with("maxItems", .integer(counts.upperBound)) }
    return node
  }
}

extension ClosedRange<Int> {
  /// A number of elements in messages.
  fileprivate var inWords: String {
    upperBound == .max ? "at least \(lowerBound)" : "\(lowerBound) to \(upperBound)"
  }
}
