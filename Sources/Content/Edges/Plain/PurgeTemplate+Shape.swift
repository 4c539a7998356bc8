// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues

extension PurgeTemplate {
  static let shape = Shape.object(
    PurgeTemplate(path: TemplateText.empty, body: TemplateText.empty)
  ) {
    Member("method", \.method, Shape.text(.purgeMethod), "The method.", examples: ["PURGE"])
    Member(
      "path",
      \.path,
      TemplateText.path,
      isRequired: true,
      "The path, with placeholders such as {tags}.",
      examples: ["/purge/{tag}"]
    )
    Member(
      "fields",
      \.fields,
      fields,
      "The fields, with placeholders; a field with an empty value is not sent.",
      examples: [["Authorization": "Bearer {secret}"]]
    )
    Member(
      "body",
      \.body,
      TemplateText.shape,
      "The body, with placeholders.",
      examples: ["{\"tags\":[{tagList}]}"]
    )
  }
  .named("purgeRequest")

  private static let fields = TemplateText.shape.dictionary(of: "the field", keys: .fieldKey)
    .converted(
      to: { $0.map { Field(name: $0.key, value: $0.value) } },
      from: { fields in
        fields.map { Entry(written: $0.name, $0.value) }
      }
    )
}

extension TemplateText {
  /// A text with placeholders.
  static let shape = Shape<TemplateText>(
    schema: {
      .string(like: purgeText, called: "a text with placeholders such as {tags}")
    },
    read: { value, subject, context in
      guard let text = Shape<String>.text.read(value, subject, &context) else { return nil }
      let (template, unknown) = TemplateText.reading(text)
      guard let unknown else { return template }
      context.findings.error(
        .unknownName,
        at: context.place(of: value),
        "\"{\(unknown)}\" is no placeholder of a request that purges",
        suggestion: Suggestion.nearest(to: unknown, among: Placeholder.plain.keys.sorted())
      )
      return nil
    },
    write: { DataValue(.string($0.text)) }
  )

  /// Matches texts in which all names between braces are placeholders.
  private static let purgeText = "^\(noOtherPlaceholder)"
  /// The same, which begins with a slash.
  private static let purgePath = #"^\#(noOtherPlaceholder)(?:/|\{path\}|\{prefix\})"#
  private static let noOtherPlaceholder =
    #"(?![\s\S]*\{(?!(?:\#(Placeholder.plain.keys.sorted().joined(separator: "|"))|"#
    + #"secret\.[A-Za-z.]+)\})[A-Za-z.]+\})"#

  /// A text that begins with a slash or with `{path}` or `{prefix}`, whose values begin with one.
  static let path =
    shape
    .schema(.string(like: purgePath, called: "a path with placeholders such as {tags}"))
    .checked { path, value, subject, context in
      switch path.parts.first {
      case .text(let start) where start.hasPrefix("/"): return true
      case .placeholder(.path), .placeholder(.prefix): return true
      default:
        context.badValue(value, "\(subject) does not begin with a slash, {path} or {prefix}")
        return false
      }
    }
}
