// SPDX-License-Identifier: Apache-2.0

package import DataFiles

// A key of a file is described once, by a shape: how its value is read, how it is written, and its
// JSON Schema. Readers, the published schemas, the answer of `GET /config` and the reference pages
// all follow from the same description, so that none of them can say something else than another.

/// Describes one kind of value in a file: how to read it, how to write it, and its JSON Schema.
package struct Shape<Value>: Sendable {
  /// Makes the JSON Schema; made when it is asked for, so that shapes may refer to each other.
  package let schema: @Sendable () -> SchemaNode
  /// Reads a value; `nil` for a wrong one, which has been noted then.
  package let read: @Sendable (DataValue, Subject, inout ReadingContext) -> Value?
  /// Writes a value as a file would say it; `nil` where that is not shown.
  package let write: @Sendable (Value) -> DataValue?

  package init(
    schema: @escaping @Sendable () -> SchemaNode,
    read: @escaping @Sendable (DataValue, Subject, inout ReadingContext) -> Value?,
    write: @escaping @Sendable (Value) -> DataValue? = { _ in nil }
  ) {
    self.schema = schema
    self.read = read
    self.write = write
  }
}

extension Shape {
  /// Reads a value of a file; notes what is wrong with it.
  package func value(
    of value: DataValue,
    _ subject: Subject,
    in file: String,
    _ findings: inout Findings
  ) -> Value? {
    var context = ReadingContext(file: file)
    swap(&context.findings, &findings)
    defer { swap(&context.findings, &findings) }
    return read(value, subject, &context)
  }

  /// A shape that is asked for only when it is used, so that it may hold itself.
  package static func deferred(_ shape: @escaping @Sendable () -> Shape) -> Shape {
    Shape(
      schema: { shape().schema() },
      read: { value, subject, context in shape().read(value, subject, &context) },
      write: { shape().write($0) }
    )
  }

  /// Stands in schemas under a name of its own, so that several places share it or it holds itself.
  package func named(_ name: String) -> Shape {
    let definition = SchemaDefinition(name, schema)
    return Shape(schema: { .reference(to: definition) }, read: read, write: write)
  }

  /// The same values as another type.
  package func converted<Other>(
    to convert: @escaping @Sendable (Value) -> Other,
    from restore: @escaping @Sendable (Other) -> Value
  ) -> Shape<Other> {
    Shape<Other>(
      schema: schema,
      read: { value, subject, context in read(value, subject, &context).map(convert) },
      write: { write(restore($0)) }
    )
  }

  /// The same values as another type, which is never shown.
  package func converted<Other>(to convert: @escaping @Sendable (Value) -> Other) -> Shape<Other> {
    Shape<Other>(
      schema: schema,
      read: { value, subject, context in read(value, subject, &context).map(convert) }
    )
  }

  /// Only values in which nothing is wrong.
  package var sound: Shape {
    Shape(
      schema: schema,
      read: { value, subject, context in
        let before = context.findings.all.count
        let read = read(value, subject, &context)
        return context.findings.all.count == before ? read : nil
      },
      write: write
    )
  }

  /// Only values that pass one more check, which notes what is wrong with the others.
  package func checked(
    _ check: @escaping @Sendable (Value, DataValue, Subject, inout ReadingContext) -> Bool
  ) -> Shape {
    Shape(
      schema: schema,
      read: { value, subject, context in
        guard let read = read(value, subject, &context) else { return nil }
        return check(read, value, subject, &context) ? read : nil
      },
      write: write
    )
  }

  /// Values that one more step changes, such as to fill in what another member says.
  package func adjusted(
    _ adjust: @escaping @Sendable (inout Value, DataValue, Subject, inout ReadingContext) -> Void
  ) -> Shape {
    Shape(
      schema: schema,
      read: { value, subject, context in
        guard var read = read(value, subject, &context) else { return nil }
        adjust(&read, value, subject, &context)
        return read
      },
      write: write
    )
  }

  /// Shows another schema than the one that follows from how it is read.
  package func schema(_ node: SchemaNode) -> Shape {
    Shape(schema: { node }, read: read, write: write)
  }

  /// Adds a keyword to the schema, for a rule that a check beside it enforces.
  package func with(_ keyword: String, _ node: SchemaNode) -> Shape {
    Shape(schema: { schema().with(keyword, node) }, read: read, write: write)
  }

  /// Says in the schema what the value is for.
  package func described(_ sentence: String) -> Shape {
    Shape(
      schema: { schema().preceded(by: [SchemaMember("description", .text(sentence))]) },
      read: read,
      write: write
    )
  }

  /// Values with the place where they stand.
  package var placed: Shape<Placed<Value>> {
    Shape<Placed<Value>>(
      schema: schema,
      read: { value, subject, context in
        read(value, subject, &context).map { Placed($0, at: context.place(of: value)) }
      },
      write: { write($0.value) }
    )
  }

  /// `null`, which stands for `nothing`, or a value.
  package func orNull(_ nothing: Value) -> Shape where Value: Equatable & Sendable {
    Shape(
      schema: { ["anyOf": [["type": "null"], schema()]] },
      read: { value, subject, context in
        if case .null = value.content { return nothing }
        return read(value, subject, &context)
      },
      write: { $0 == nothing ? DataValue(.null) : write($0) }
    )
  }
}

extension Shape where Value == DataValue {
  /// Any value, as it stands in the file.
  package static var anything: Shape {
    Shape(schema: { .anything }, read: { value, _, _ in value }, write: \.self)
  }
}

/// A value with the place in a file where it stands.
package struct Placed<Value> {
  package let value: Value
  package let place: FilePlace

  package init(_ value: Value, at place: FilePlace) {
    self.value = value
    self.place = place
  }
}

extension Placed: Sendable where Value: Sendable {}
extension Placed: Equatable where Value: Equatable {}
extension Placed: Hashable where Value: Hashable {}
