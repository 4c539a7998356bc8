// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// Describes one key of a dictionary: its name, what it is for, its shape, and the property that
/// holds its value.
package struct Member<Root>: Sendable {
  package let name: String
  package let sentence: String
  package let examples: [DataValue]
  package let isRequired: Bool
  /// Makes the schema of the value.
  package let schema: @Sendable () -> SchemaNode
  /// Reads the value into the root; a wrong one is noted and leaves the root as it is.
  package let read: @Sendable (DataValue, inout Root, inout ReadingContext) -> Void
  /// Writes the value that the root has; `nil` where it has none.
  package let write: @Sendable (Root) -> DataValue?

  /// A key with a value that the root always has.
  package init<Value>(
    _ name: String,
    _ path: any WritableKeyPath<Root, Value> & Sendable,
    _ shape: Shape<Value>,
    isRequired: Bool = false,
    _ sentence: String,
    examples: [DataValue] = []
  ) {
    self.name = name
    self.sentence = sentence
    self.examples = examples
    self.isRequired = isRequired
    schema = shape.schema
    read = { value, root, context in
      if let read = shape.read(value, .key(name), &context) { root[keyPath: path] = read }
    }
    write = { shape.write($0[keyPath: path]) }
  }

  /// A key with a value that the root may lack.
  package init<Value>(
    _ name: String,
    _ path: any WritableKeyPath<Root, Value?> & Sendable,
    _ shape: Shape<Value>,
    isRequired: Bool = false,
    _ sentence: String,
    examples: [DataValue] = []
  ) {
    self.name = name
    self.sentence = sentence
    self.examples = examples
    self.isRequired = isRequired
    schema = shape.schema
    read = { value, root, context in
      if let read = shape.read(value, .key(name), &context) { root[keyPath: path] = read }
    }
    write = { $0[keyPath: path].flatMap(shape.write) }
  }

  /// A key that is for editors and tells Portico nothing.
  package init<Value>(
    ignored name: String,
    _ shape: Shape<Value>,
    _ sentence: String,
    examples: [DataValue]
  ) {
    self.name = name
    self.sentence = sentence
    self.examples = examples
    isRequired = false
    schema = shape.schema
    read = { value, _, context in _ = shape.read(value, .key(name), &context) }
    write = { _ in nil }
  }

  /// The key of the JSON Schema, with the default that a root of defaults shows.
  package func property(in standard: Root) -> SchemaProperty {
    SchemaProperty(
      name,
      sentence,
      schema(),
      isRequired: isRequired,
      default: isRequired ? nil : write(standard).flatMap(SchemaNode.init(scalar:)),
      examples: examples.map(SchemaNode.init)
    )
  }
}

/// Collects the members of a dictionary, one a line.
@resultBuilder
package enum MemberBuilder<Root> {
  package static func buildExpression(_ member: Member<Root>) -> [Member<Root>] { [member] }

  package static func buildExpression(_ members: [Member<Root>]) -> [Member<Root>] { members }

  package static func buildArray(_ members: [[Member<Root>]]) -> [Member<Root>] {
    members.flatMap(\.self)
  }

  package static func buildBlock(_ members: [Member<Root>]...) -> [Member<Root>] {
    members.flatMap(\.self)
  }
}

extension Shape where Value: Sendable {
  /// A dictionary with these keys and no others.
  ///
  /// - Parameter standard: the value that a dictionary without members stands for.
  package static func object(
    _ standard: Value,
    @MemberBuilder<Value> _ members: () -> [Member<Value>]
  ) -> Shape {
    let members = members()
    return Shape(
      schema: { .object(members.map { $0.property(in: standard) }) },
      read: { value, subject, context in
        guard case .dictionary(let dictionary) = value.content else {
          context.wrongKind(value, subject, "a dictionary")
          return nil
        }
        var root = standard
        for member in members {
          if let value = dictionary[member.name] { member.read(value, &root, &context) }
        }
        let meant = refuseOthers(than: members, in: dictionary, subject, &context)
        for member in members
        where member.isRequired && dictionary[member.name] == nil && !meant.contains(member.name) {
          context.findings.error(
            .missingKey,
            at: context.place(of: value),
            "\(subject) has no \"\(member.name)\", which it needs"
          )
        }
        return root
      },
      write: { root in
        DataValue(
          .dictionary(
            DataDictionary(
              unique: members.compactMap { member in
                member.write(root).map { .init(member.name, $0) }
              }
            )
          )
        )
      }
    )
  }

  /// Notes every key that is none of the members', with the one that may have been meant; answers those
  /// that were.
  private static func refuseOthers(
    than members: [Member<Value>],
    in dictionary: DataDictionary,
    _ subject: Subject,
    _ context: inout ReadingContext
  ) -> Set<String> {
    let known = members.map(\.name)
    var meant: Set<String> = []
    for member in dictionary.members where !known.contains(member.key) {
      let suggestion = Suggestion.nearest(to: member.key, among: known)
      if let suggestion { meant.insert(suggestion) }
      context.findings.error(
        .unknownKey,
        at: context.place(member.keyPosition),
        "\(subject) has no key \"\(member.key)\""
          + (suggestion == nil ? "; expected one of \(known.joined(separator: ", "))" : ""),
        suggestion: suggestion
      )
    }
    return meant
  }
}
