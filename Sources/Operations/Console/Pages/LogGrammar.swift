// SPDX-License-Identifier: Apache-2.0

import Signals

/// The help for filters beside the field that they are typed into.
enum LogGrammar {
  private static let rows = [
    ("status >= 500", "A field, a comparison (=, !=, <, <=, >, >=) and a value."),
    ("path = \"/items/*\"", "A text, in quotes if it has blanks; it may begin or end with a star."),
    (
      "path =~ \"^/items/\\d+$\"",
      "A regular expression for a part of a text; !~ for those without."
    ),
    (
      "request.user_agent =~ \"iPhone|iPad\"",
      "A field of the request or the response that --events-request or --events-response names."
    ),
    ("error_message : late", "A part of a text; operator:* finds events that have the field."),
    ("duration > 80ms", "Durations have a unit: us, ms, s, m, h."),
    ("time > ago(15m)", "Since a time ago; also time >= 2026-12-24T18:00Z."),
    ("NOT (status = 404 OR status = 410) AND site = shop", "AND beside OR needs parentheses."),
  ]

  static func write(to html: inout HTMLWriter) {
    html.element("details", [.class("help whole")]) { html in
      html.element("summary", "How filters are written")
      html.element("dl") { html in
        for (example, sentence) in rows {
          html.element("dt") { $0.element("code", example) }
          html.element("dd", sentence)
        }
      }
      html.element("p", "The fields:")
      html.element("dl") { html in
        for definition in EventField.definitions where definition.type != .group {
          html.element("dt") { $0.element("code", definition.path) }
          html.element("dd", definition.sentence)
        }
      }
    }
  }
}
