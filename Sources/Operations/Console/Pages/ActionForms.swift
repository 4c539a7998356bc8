// SPDX-License-Identifier: Apache-2.0

import FourM

/// The form of a purge, which is previewed first.
enum PurgeForm {
  static let address = Address("/console/purge")
  /// The scopes by their keys in an order.
  static let scopes = [
    ("tag", "everything with the tag"), ("document", "the document"), ("path", "the path"),
    ("url", "the URL"), ("prefix", "paths that begin with"), ("all", "everything"),
  ]

  static func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.form(address, inspection, [.class("action")]) { html in
      html.choice("Purge", "scope", scopes.map { ($0.0, $0.1) }, selected: "tag")
      html.element("label", [.class("wide")]) { html in
        html.element("span", "Tag, document, path, URL or beginning")
        html.void(
          "input",
          [.set(.name, "value"), .set(.placeholder, "items"), .set(.maxlength, "2000")]
        )
      }
      html.choice(
        "Strength",
        "strength",
        [("soft", "soft: stale while renewed"), ("hard", "hard: gone at once")],
        selected: "soft"
      )
      html.site(inspection)
      html.button("Preview")
    }
  }
}

/// The form of a silence.
enum SilenceForm {
  static let address = Address("/console/silence")
  /// For how long, in seconds.
  static let spans = [
    ("3600", "1 hour"), ("14400", "4 hours"), ("86400", "1 day"), ("604800", "7 days"),
    ("0", "end it now"),
  ]

  static func write(_ inspection: Inspection, alert: String, to html: inout HTMLWriter) {
    html.form(address, inspection, [.class("action")]) { html in
      html.element("label", [.class("wide")]) { html in
        html.element("span", "Alert, or its beginning and *")
        html.void(
          "input",
          [
            .set(.name, "alert"), .value(alert), .flag(.required), .set(.maxlength, "500"),
            .set(.placeholder, "drift/*"),
          ]
        )
      }
      html.choice("For", "seconds", spans.map { ($0.0, $0.1) }, selected: "3600")
      html.field(
        "Reason",
        "reason",
        "",
        [.set(.maxlength, "500"), .set(.placeholder, "a campaign")]
      )
      html.button("Preview")
    }
  }
}

/// The form of an annotation.
enum AnnotationForm {
  static let address = Address("/console/annotate")

  static func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.form(address, inspection, [.class("action")]) { html in
      html.field(
        "Kind",
        "kind",
        "deploy",
        [.flag(.required), .set(.pattern, "[a-z\\-]{1,40}"), .set(.maxlength, "40")]
      )
      html.element("label", [.class("wide")]) { html in
        html.element("span", "What changed")
        html.void(
          "input",
          [
            .set(.name, "text"), .flag(.required), .set(.maxlength, "500"),
            .set(.placeholder, "shop service 4.2"),
          ]
        )
      }
      html.button("Preview")
    }
  }
}

extension HTMLWriter {
  /// The choice of a site, where there are several.
  mutating func site(_ inspection: Inspection) {
    guard inspection.sites.count > 1 else { return }
    choice("Site", "site", [("*", "all")] + inspection.sites.map { ($0, $0) }, selected: "*")
  }
}
