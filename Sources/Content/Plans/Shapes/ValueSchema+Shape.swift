// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import FileShapes

extension ValueSchema {
  /// The part of JSON Schema that a site may use for its datatypes and the answers of calls.
  package static let shape: Shape<ValueSchema> = Shape(
    schema: { ["anyOf": [["const": true], object.schema()]] },
    read: { value, _, context in
      if case .bool(true) = value.content { return .any }
      return object.read(value, .thing("a schema"), &context).map { .rules($0) }
    }
  )
  .named("schema")

  private static let inner: Shape<ValueSchema> = Shape.deferred { shape }

  private static let object: Shape<ValueSchema.Rules> = Shape.object(ValueSchema.Rules()) {
    for remark in ["$schema", "$id", "$comment", "title", "examples", "default"] {
      Member(
        ignored: remark,
        Shape<DataValue>.anything,
        "A remark for people, which nothing follows from."
      )
    }
    Member(
      "description",
      \.description,
      .text,
      "Meaning of the value, which generated models have as its documentation.",
      examples: ["Price of one piece."]
    )
    Member(
      "type",
      \.kinds,
      Shape<ValueSchema.Rules.Kind>.choice.oneOrMore(),
      "Kinds of values that are allowed.",
      examples: ["object", ["string", "null"]]
    )
    Member(
      "enum",
      \.allowed,
      ValueSchema.Rules.literal.list().schema(["type": "array"]),
      "The only values that are allowed."
    )
    Member(
      "const",
      \.allowed,
      ValueSchema.Rules.literal.converted(to: { [$0] }),
      "The only value that is allowed."
    )
    Member("minimum", \.minimum, ValueSchema.Rules.number, "The least number that is allowed.")
    Member(
      "maximum",
      \.maximum,
      ValueSchema.Rules.number,
      "The greatest number that is allowed."
    )
    counts
    Member(
      "properties",
      \.members,
      inner.dictionary(of: "the property").byKey(),
      "Schemas of members by their names.",
      examples: [["price": ["type": "number"]]]
    )
    Member(
      "required",
      \.required,
      Shape<String>.text.oneOrMore(),
      "Members that must be there.",
      examples: [["title"]]
    )
    Member(
      "additionalProperties",
      \.others,
      Shape(
        schema: { ["anyOf": [.boolean, inner.schema()]] },
        read: { value, subject, context in
          if case .bool(false) = value.content { return ValueSchema.Rules.Others.refused }
          return inner.read(value, subject, &context).map { .like($0) }
        }
      ),
      "Schema of all other members; false if there may be none."
    )
    Member("items", \.elements, inner, "Schema of all elements.")
  }
  .adjusted { rules, value, _, context in
    rules.elementCounts.refuseNone("minItems", "maxItems", value, &context)
    rules.textCounts.refuseNone("minLength", "maxLength", value, &context)
  }

  private static var counts: [Member<ValueSchema.Rules>] {
    let count = Shape.integer(0...Int(Int32.max))
    return [
      Member("minItems", \.elementCounts.least, count, "The least number of elements."),
      Member("maxItems", \.elementCounts.most, count, "The greatest number of elements."),
      Member("minLength", \.textCounts.least, count, "The least number of characters."),
      Member("maxLength", \.textCounts.most, count, "The greatest number of characters."),
    ]
  }
}

extension ValueSchema.Rules {
  /// A value as compact JSON.
  fileprivate static let literal = Shape<DataValue>.anything.converted(to: { compact($0) })

  fileprivate static let number = Shape<Double>
    .number(-Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
    .schema(.number)
}

extension ValueSchema.Rules.Counts {
  /// Notes bounds between which there is no number, and lets every number be right then.
  fileprivate mutating func refuseNone(
    _ leastKey: String,
    _ mostKey: String,
    _ value: DataValue,
    _ context: inout ReadingContext
  ) {
    guard let least, let most, least > most else { return }
    context.badValue(
      value,
      "\"\(leastKey)\" \(least) is above \"\(mostKey)\" \(most): no value can satisfy both"
    )
    self = ValueSchema.Rules.Counts()
  }
}
