// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The parts that pages have in common.
extension HTMLWriter {
  mutating func link(_ address: Address, _ text: String, _ attributes: [Attribute] = []) {
    element("a", [.href(address)] + attributes, text)
  }

  /// Links in a line.
  mutating func links(_ links: [(address: Address, text: String)]) {
    element("p") { html in
      for (number, link) in links.enumerated() {
        if number > 0 { html.text(" · ") }
        html.link(link.address, link.text)
      }
    }
  }

  /// An instant as people read it, in UTC.
  mutating func time(_ seconds: Int64) {
    let text = "\(UnixTime(seconds: seconds))"
    let shown = text.replacing("T", with: " ").replacing("Z", with: "")
    element("time", [.set(.datetime, text)], shown)
  }

  /// A section, with a heading where it has one.
  mutating func section(
    _ heading: String,
    _ attributes: [Attribute] = [],
    _ content: (inout HTMLWriter) -> Void
  ) {
    element("section", attributes) { html in
      if !heading.isEmpty { html.element("h2", heading) }
      content(&html)
    }
  }

  /// A section with the form of an action, only for operators who are allowed that action.
  mutating func section(
    _ heading: String,
    for action: ConsoleOrder,
    _ content: (inout HTMLWriter) -> Void
  ) {
    if inspection.reader.actions.contains(action) { section(heading, [], content) }
  }

  /// A form that changes something, with the token that proves that a page of the console sent it.
  mutating func form(
    _ action: Address,
    _ attributes: [Attribute] = [],
    _ content: (inout HTMLWriter) -> Void
  ) {
    element("form", [.set(.method, "post"), .action(action)] + attributes) { html in
      html.hidden("token", html.inspection.reader.formToken)
      content(&html)
    }
  }

  /// A form that opens another page.
  mutating func query(_ action: Address, _ content: (inout HTMLWriter) -> Void) {
    element("form", [.set(.method, "get"), .action(Address(asked: action.path)), .class("query")]) {
      html in
      if let node = html.node { html.hidden(Address.node, node) }
      content(&html)
    }
  }

  mutating func hidden(_ name: String, _ value: String) {
    void("input", [.set(.type, "hidden"), .set(.name, name), .value(value)])
  }

  mutating func button(_ text: String, _ attributes: Attribute...) {
    element("button", [.set(.type, "submit")] + attributes, text)
  }

  /// A field with its label.
  mutating func field(
    _ label: String,
    _ name: String,
    _ value: String = "",
    _ attributes: [Attribute] = []
  ) {
    element("label") { html in
      html.element("span", label)
      html.void("input", [.set(.name, name), .value(value)] + attributes)
    }
  }

  /// The same, as wide as there is room.
  mutating func wideField(_ label: String, _ name: String, _ attributes: [Attribute] = []) {
    element("label", [.class("wide")]) { html in
      html.element("span", label)
      html.void("input", [.set(.name, name)] + attributes)
    }
  }

  /// A choice among some words.
  mutating func choice(
    _ label: String,
    _ name: String,
    _ options: [(value: String, text: String)],
    selected: String
  ) {
    element("label") { html in
      html.element("span", label)
      html.element("select", [.set(.name, name)]) { html in
        for option in options {
          html.element(
            "option",
            [.value(option.value), .flag(.selected, if: option.value == selected)],
            option.text
          )
        }
      }
    }
  }

  /// Writes the error of a report; below its message the place in a filter, with a caret.
  mutating func refusal(_ text: String) {
    let parts = text.split(separator: "\n", maxSplits: 1)
    note(String(parts.first ?? ""))
    if parts.count == 2 { element("pre", String(parts[1])) }
  }

  /// Writes the reason why there is nothing to show.
  mutating func note(_ text: String) { element("p", [.class("note")], text) }
}
