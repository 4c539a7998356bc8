// SPDX-License-Identifier: Apache-2.0

import Measure

/// The forms that create or change a record, and that declare an attribute.
enum RecordForms {
  private static let kinds = [
    "text", "number", "integer", "boolean", "enum", "instant", "point", "reference", "object",
    "binary",
  ]

  /// - Parameters:
  ///   - declaration: the report with the attributes of the type.
  ///   - hide: writes hidden fields.
  ///   - value: returns the present value of an attribute.
  static func write(
    _ action: ConsoleOrder,
    _ declaration: Address,
    of type: String,
    _ address: Address,
    to html: inout HTMLWriter,
    hiding hide: (inout HTMLWriter) -> Void = { _ in },
    _ value: (String) -> String = { _ in "" }
  ) {
    html.form(action) { html in
      if let site = address["site"] { html.hidden("site", site) }
      html.hidden("type", type)
      hide(&html)
      for attribute in html.inspection.table(declaration, "attributes")?.records ?? [] {
        field(attribute, value(attribute.text(.attribute)), &html)
      }
      html.button("Preview")
    }
  }

  private static func field(
    _ attribute: FigureTable.Record,
    _ value: String,
    _ html: inout HTMLWriter
  ) {
    let (name, kind) = (attribute.text(.attribute), attribute.text(.kind))
    let field = ConsoleAction.attributePrefix + name
    let label = "\(name) (\(kind)\(attribute.text(.required) == "yes" ? ", required" : ""))"
    switch kind {
    case "binary": return
    case "boolean", "enum":
      let values =
        kind == "boolean"
        ? ["true", "false"] : attribute.text(.values).split(separator: ",").map(String.init)
      html.choice(label, field, [("", "none")] + values.map { ($0, $0) }, selected: value)
    case "number", "integer", "instant": html.field(label, field, value)
    case let kind where kind == "text" || kind.hasPrefix("reference"):
      html.wideField(label, field, [.value(value)])
    default:
      html.element("label", [.class("wide")]) { html in
        html.element("span", "\(label), as JSON")
        html.element("textarea", [.set(.name, field), .set(.rows, "2"), .set(.cols, "40")]) {
          $0.editedText(value)
        }
      }
    }
  }

  /// The operations by their codes, in words.
  private static let operations = [
    ("set", "set the value"), ("unset", "remove the value"), ("inc", "add a number"),
    ("mul", "multiply by a number"), ("min", "keep the smaller"), ("max", "keep the greater"),
    ("append", "add at the end of the list"), ("prepend", "add at its beginning"),
    ("addUnique", "add unless it is there"), ("remove", "remove from the list"),
    ("insertAt", "insert at the index"), ("serverTime", "set the present time"),
  ]

  /// Writes the form of an operation on one attribute.
  static func writeOperation(
    _ declaration: Address,
    to html: inout HTMLWriter,
    hiding hide: (inout HTMLWriter) -> Void
  ) {
    let names = (html.inspection.table(declaration, "attributes")?.records ?? [])
      .filter { $0.text(.kind) != "binary" }.map { $0.text(.attribute) }
    guard let first = names.first else { return html.note("The type declares no attribute.") }
    html.form(.operateRecord) { html in
      hide(&html)
      html.choice("Attribute", "attribute", names.map { ($0, $0) }, selected: first)
      html.choice("Operation", "op", operations.map { ($0.0, "\($0.0): \($0.1)") }, selected: "set")
      html.wideField("Value; all but texts as JSON", "value")
      html.field("Index, from 0", "index", "", [.set(.inputmode, "numeric"), .set(.size, "4")])
      html.button("Preview")
    }
  }

  /// Writes the form that replaces the declaration of a type.
  ///
  /// - Parameters:
  ///   - type: the type; `nil` for a new one, which the declaration names.
  ///   - fingerprint: that of the declaration from which the text was made.
  static func writeDeclaration(
    _ text: String,
    of type: String?,
    on site: String?,
    knowing fingerprint: String = "",
    to html: inout HTMLWriter
  ) {
    html.form(.changeType) { html in
      if let site { html.hidden("site", site) }
      if let type { html.hidden("type", type) }
      html.hidden("known", fingerprint)
      html.element("label", [.class("wide")]) { html in
        html.element("span", "Declaration, as JSON")
        let lines = text.count { $0.isNewline } + 2
        html.element(
          "textarea",
          [
            .set(.name, "declaration"), .flag(.required), .set(.spellcheck, "false"),
            .set(.rows, "\(min(40, lines))"), .set(.cols, "100"),
          ]
        ) { $0.editedText("\n\(text)") }
      }
      html.button("Try it")
    }
  }

  static func writeAttribute(of type: String, _ address: Address, to html: inout HTMLWriter) {
    html.form(.addAttribute) { html in
      if let site = address["site"] { html.hidden("site", site) }
      html.hidden("type", type)
      html.field("Name", "name", "", [.flag(.required), .set(.maxlength, "128")])
      html.choice("Kind", "kind", kinds.map { ($0, $0) }, selected: "text")
      html.field("Choices of an enum", "values", "", [.placeholder("red, green")])
      html.field("Type of a reference", "to", "")
      for flag in ["required", "indexed", "unique"] {
        html.choice(flag, flag, [("", "no"), ("yes", "yes")], selected: "")
      }
      html.button("Try it")
    }
  }
}
