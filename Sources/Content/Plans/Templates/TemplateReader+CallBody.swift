// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import FileShapes

/// The value of a call's variable, as the call's body names it: `{ $with: "ids" }`.
private struct CallVariable: Sendable {
  var name: String?

  static let shape = Shape.object(CallVariable()) {
    Member(
      TemplateKeys.argument,
      \.name,
      Shape<String>.filled("the name of a variable"),
      isRequired: true,
      "A variable of the call: its value, or its values as an array.",
      examples: ["ids"]
    )
  }
  .named("argument")
}

extension SchemaDefinition {
  /// The body of a call: plain data with picks and variables in it.
  static let callBody: SchemaDefinition = .init("callBody") {
    plain.preceded(by: [.init("type", "object")])
  }

  private static let callValue: SchemaDefinition = .init("callValue") {
    SchemaNode.choice(of: TemplateReader.kindsInCalls, orElse: plain)
      .with("items", .reference(to: callValue))
  }

  private static let plain: SchemaNode = [
    "patternProperties": [#"^\$"#: false], "additionalProperties": .reference(to: callValue),
  ]
}

extension TemplateReader {
  /// Kinds of dictionaries that have a meaning in the body of a call.
  fileprivate static let kindsInCalls: [(key: String, schema: SchemaNode)] = [
    (TemplateKeys.pick, PickDeclaration.shape.schema()),
    (TemplateKeys.each, EachDeclaration.shape.schema()),
    (TemplateKeys.match, MatchDeclaration.shape.schema()),
    (TemplateKeys.argument, CallVariable.shape.schema()),
  ]

  /// The body of a call, with the names and picks that it depends on.
  package struct CallBody: Sendable {
    package let template: Template
    /// The variables that it names.
    package let names: [String]
    /// The picks in it.
    package let picks: [Pick]
  }

  /// The body of a call; what is wrong with it is left out and noted.
  package mutating func callBody(_ body: DataDictionary) -> CallBody {
    for member in body.members where member.key.hasPrefix("$") {
      note(
        context.place(member.keyPosition),
        "\"\(member.key)\" means nothing here; the body of a call has members of its own"
      )
    }
    for member in body.members { refuseForeign(member.value) }
    arguments = []
    picks = []
    defer { arguments = nil }
    return CallBody(template: template(body), names: arguments ?? [], picks: picks)
  }

  /// A call sends no texts and links, and no part of a list.
  private mutating func refuseForeign(_ value: DataValue) {
    switch value.content {
    case .array(let elements):
      for element in elements { refuseForeign(element) }
    case .dictionary(let dictionary):
      for member in dictionary.members {
        let known = TemplateReader.kindsInCalls.map(\.key)
        if member.key.hasPrefix("$"), !known.contains(member.key) {
          note(
            context.place(member.keyPosition),
            "\"\(member.key)\" means nothing in a call; expected one of "
              + known.joined(separator: ", ")
          )
        }
        refuseForeign(member.value)
      }
    default: break
    }
  }

  mutating func argument(_ value: DataValue) -> Template.Node {
    guard arguments != nil else {
      note(
        context.place(of: value),
        "\"\(TemplateKeys.argument)\" means nothing here; only the body of a call has it"
      )
      return .literal([])
    }
    let subject = Subject.key(TemplateKeys.argument)
    guard let name = CallVariable.shape.read(value, subject, &context)?.name else {
      return .literal([])
    }
    arguments?.append(name)
    return .argument(name)
  }
}
