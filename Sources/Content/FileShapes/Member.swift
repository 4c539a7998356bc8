// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// Describes one key of a dictionary: its name, what it is for, its shape, and the property that
/// holds its value.
package struct Member<Root>: Sendable {
  package let name: String
  package let sentence: String
  package let examples: [DataValue]
  package let isRequired: Bool
  /// The default that schemas show, where the root of defaults has none.
  private let standard: DataValue?
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
    self.init(
      name,
      sentence,
      examples,
      isRequired: isRequired,
      schema: shape.schema,
      read: { value, root, context in
        if let read = shape.read(value, .key(name), &context) { root[keyPath: path] = read }
      },
      write: { shape.write($0[keyPath: path]) }
    )
  }

  /// A key with a value that the root may lack.
  package init<Value>(
    _ name: String,
    _ path: any WritableKeyPath<Root, Value?> & Sendable,
    _ shape: Shape<Value>,
    isRequired: Bool = false,
    default standard: DataValue? = nil,
    _ sentence: String,
    examples: [DataValue] = []
  ) {
    self.init(
      name,
      sentence,
      examples,
      isRequired: isRequired,
      standard: standard,
      schema: shape.schema,
      read: { value, root, context in
        if let read = shape.read(value, .key(name), &context) { root[keyPath: path] = read }
      },
      write: { $0[keyPath: path].flatMap(shape.write) }
    )
  }

  /// A key that is for editors and tells Portico nothing.
  package init<Value>(
    ignored name: String,
    _ shape: Shape<Value>,
    _ sentence: String,
    examples: [DataValue] = []
  ) {
    self.init(
      name,
      sentence,
      examples,
      schema: shape.schema,
      read: { value, _, context in _ = shape.read(value, .key(name), &context) },
      write: { _ in nil }
    )
  }

  /// A key of what stands inside another value.
  package func inside<Outer>(
    _ path: any WritableKeyPath<Outer, Root> & Sendable
  ) -> Member<Outer> where Root: Sendable {
    Member<Outer>(
      name,
      sentence,
      examples,
      isRequired: isRequired,
      standard: standard,
      schema: schema,
      read: { value, outer, context in read(value, &outer[keyPath: path], &context) },
      write: { write($0[keyPath: path]) }
    )
  }

  private init(
    _ name: String,
    _ sentence: String,
    _ examples: [DataValue],
    isRequired: Bool = false,
    standard: DataValue? = nil,
    schema: @escaping @Sendable () -> SchemaNode,
    read: @escaping @Sendable (DataValue, inout Root, inout ReadingContext) -> Void,
    write: @escaping @Sendable (Root) -> DataValue?
  ) {
    self.name = name
    self.sentence = sentence
    self.examples = examples
    self.isRequired = isRequired
    self.standard = standard
    self.schema = schema
    self.read = { value, root, context in
      let outer = context.example
      context.example = examples.first.map { (name, $0) }
      read(value, &root, &context)
      context.example = outer
    }
    self.write = write
  }

  /// The key of the JSON Schema, with the default that a root of defaults shows.
  package func property(in standard: Root) -> SchemaProperty {
    SchemaProperty(
      name,
      sentence,
      schema(),
      isRequired: isRequired,
      default: isRequired
        ? nil : (self.standard ?? write(standard)).flatMap(SchemaNode.init(scalar:)),
      examples: examples.map(SchemaNode.init)
    )
  }
}

extension Array {
  /// Reads these keys of a dictionary that may have others; notes what is wrong with their values.
  package func reading<Root>(
    _ dictionary: DataDictionary,
    into root: Root,
    in file: String,
    _ findings: inout Findings
  ) -> Root where Element == Member<Root> {
    var root = root
    var context = ReadingContext(file: file)
    for member in self {
      if let value = dictionary[member.name] { member.read(value, &root, &context) }
    }
    findings.add(context.findings.all)
    return root
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
  /// - Parameters:
  ///   - standard: the value that a dictionary without members stands for.
  ///   - alternatives: keys of which one must be there.
  package static func object(
    _ standard: Value,
    needsOneOf alternatives: [String] = [],
    @MemberBuilder<Value> _ members: () -> [Member<Value>]
  ) -> Shape {
    let members = members()
    let names = members.map(\.name)
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
        let meant = refuseOthers(than: names, in: dictionary, subject, &context)
        for member in members
        where member.isRequired && dictionary[member.name] == nil && !meant.contains(member.name) {
          context.findings.error(
            .missingKey,
            at: context.place(of: value),
            "\(subject) has no \"\(member.name)\", which it needs"
          )
        }
        if !alternatives.isEmpty, meant.isDisjoint(with: alternatives),
          alternatives.allSatisfy({ dictionary[$0] == nil })
        {
          let keys = alternatives.map { "\"\($0)\"" }.joined(separator: " nor ")
          context.findings.error(
            .missingKey,
            at: context.place(of: value),
            "\(subject) has neither \(keys); expected one"
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

  /// Notes every key that is none of these, with the one that may have been meant; answers those
  /// that were.
  private static func refuseOthers(
    than known: [String],
    in dictionary: DataDictionary,
    _ subject: Subject,
    _ context: inout ReadingContext
  ) -> Set<String> {
    var meant: Set<String> = []
    let words = known.isEmpty ? "none" : "one of \(known.joined(separator: ", "))"
    for member in dictionary.members where !known.contains(member.key) {
      let suggestion = Suggestion.nearest(to: member.key, among: known)
      if let suggestion { meant.insert(suggestion) }
      context.findings.error(
        .unknownKey,
        at: context.place(member.keyPosition),
        "\(subject) has no key \"\(member.key)\""
          + (suggestion == nil ? "; expected \(words)" : ""),
        suggestion: suggestion
      )
    }
    return meant
  }
}
