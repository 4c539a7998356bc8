// SPDX-License-Identifier: Apache-2.0

package import DataFiles
package import FileShapes

/// A link to a document: `{ $ref: "items/{id}", with: { id: "@.id" }, carry: { cart: "7" } }`.
package struct LinkDeclaration: Sendable {
  package var path: Placed<String>?
  /// The names in braces that something stands for; `nil` where the link does not say.
  package var names: [Entry<String>]?
  /// The values that the link sets; `nil` for one that is picked.
  package var carry: [Entry<String?>] = []

  package static let shape = Shape.object(LinkDeclaration()) {
    Member(
      TemplateKeys.link,
      \.path,
      Shape<String>.filled("a path").placed,
      isRequired: true,
      "A link to a document, by its path.",
      examples: ["screens/cart"]
    )
    Member(
      TemplateKeys.with,
      \.names,
      Shape<String>.text.dictionary(of: "the name"),
      "In a document with calls: values of the names in braces in the path, texts or picks.",
      examples: [["id": "@.id"]]
    )
    Member(
      TemplateKeys.carry,
      \.carry,
      carried.dictionary(of: "the value"),
      "Values that the document takes along a flow, and picks in one with calls.",
      examples: [["cart": "$.cart.id", "kind": "gift"]]
    )
  }
  .named("link")

  /// A text, a number or a pick, whose form its template checks.
  private static let carried = Shape<String?>(
    schema: { ["type": ["string", "integer"]] },
    read: { value, subject, context in
      switch value.content {
      case .string, .integer: return .some(TemplateReader.literal(carried: value))
      default:
        context.wrongKind(value, subject, "a string, an integer or a pick")
        return nil
      }
    }
  )
}

/// Another document whose body stands in a body: `{ $embed: "items/{id}", view: "light" }`.
package struct EmbedDeclaration: Sendable {
  /// The view of a document that another one holds.
  package enum View: String, CaseIterable, Sendable {
    case light
    case heavy
  }

  package var path: Placed<String>?
  package var names: [Entry<String>]?
  package var view = View.heavy
  package var otherwise: DataValue?

  package init() {}

  package static let shape = Shape.object(EmbedDeclaration()) { members }.named("embed")

  package static let members: [Member<EmbedDeclaration>] = [
    Member(
      TemplateKeys.embed,
      \.path,
      Shape<String>.filled("a path").placed,
      isRequired: true,
      "Another document, whose body stands here, by its path.",
      examples: ["items/{id}"]
    ),
    Member(
      TemplateKeys.with,
      \.names,
      Shape<String>.text.dictionary(of: "the name"),
      "Values of the names in braces in the path: texts or picks.",
      examples: [["id": "0101"]]
    ),
    Member(TemplateKeys.view, \.view, .choice, "View of it."),
    Member(
      TemplateKeys.otherwise,
      \.otherwise,
      .ofBody,
      "Value where it cannot be had; the member is left out, unless given."
    ),
  ]
}

extension Shape where Value == String {
  /// A text that is not empty, by what it is in messages.
  package static func filled(_ words: String) -> Shape {
    text.checked { text, value, subject, context in
      if !text.isEmpty { return true }
      context.findings.error(
        .wrongKind,
        at: context.place(of: value),
        "\(subject) is empty; expected \(words)"
      )
      return false
    }
    .with("minLength", 1)
  }
}
