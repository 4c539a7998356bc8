// SPDX-License-Identifier: Apache-2.0

import Measure

/// The form of a purge, which is previewed first.
enum PurgeForm {
  /// The scopes by their keys in an order.
  static let scopes = [
    ("tag", "everything with the tag"), ("document", "the document"), ("path", "the path"),
    ("url", "the URL"), ("prefix", "paths that begin with"), ("all", "everything"),
  ]

  static func write(to html: inout HTMLWriter) {
    html.form(.purge) { html in
      html.choice("Purge", "scope", scopes.map { ($0.0, $0.1) }, selected: "tag")
      html.wideField(
        "Tag, document, path, URL or beginning",
        "value",
        [.placeholder("items"), .set(.maxlength, "2000")]
      )
      html.choice(
        "Strength",
        "strength",
        [("soft", "soft: stale while renewed"), ("hard", "hard: gone at once")],
        selected: "soft"
      )
      html.site()
      html.button("Preview")
    }
  }
}

/// The form of a silence.
enum SilenceForm {
  /// For how long, in seconds.
  static let spans = [
    ("3600", "1 hour"), ("14400", "4 hours"), ("86400", "1 day"), ("604800", "7 days"),
    ("0", "end it now"),
  ]

  static func write(alert: String, to html: inout HTMLWriter) {
    html.form(.silence) { html in
      html.wideField(
        "Alert, or its beginning and *, or matchers",
        "alert",
        [
          .value(alert), .flag(.required), .set(.maxlength, "500"),
          .placeholder("drift/* or severity=\"ticket\", site=\"shop\""),
        ]
      )
      html.field(
        "From, in UTC",
        "starts",
        "",
        [.set(.maxlength, "20"), .placeholder("now, or 2026-11-29T18:00:00Z")]
      )
      html.choice("For", "seconds", spans.map { ($0.0, $0.1) }, selected: "3600")
      html.field("Author", "author", html.inspection.reader.name ?? "", [.set(.maxlength, "100")])
      html.field("Comment", "reason", "", [.set(.maxlength, "500"), .placeholder("a campaign")])
      html.button("Preview")
    }
  }
}

/// The form of an annotation.
enum AnnotationForm {
  static func write(to html: inout HTMLWriter) {
    html.form(.annotate) { html in
      html.field(
        "Kind",
        "kind",
        "deploy",
        [.flag(.required), .set(.pattern, "[a-z\\-]{1,40}"), .set(.maxlength, "40")]
      )
      html.wideField(
        "What changed",
        "text",
        [.flag(.required), .set(.maxlength, "500"), .placeholder("shop service 4.2")]
      )
      html.button("Preview")
    }
  }
}

/// The form that ejects a service or one of its endpoints, and the one that readmits it.
enum EjectionForm {
  private static let all = "all endpoints"

  /// - Parameters:
  ///   - endpoints: the rows of the service's endpoints.
  ///   - place: the names of the site and of the service.
  static func write(
    _ endpoints: [FigureTable.Record],
    of place: (site: String, backend: String),
    to html: inout HTMLWriter
  ) {
    func fields(_ endpoints: [FigureTable.Record], _ html: inout HTMLWriter) {
      html.hidden("site", place.site)
      html.hidden("backend", place.backend)
      let names = endpoints.map { $0.text(.endpoint) }
      html.choice(
        "Endpoint",
        "endpoint",
        [("", all)] + (names.count > 1 ? names.map { ($0, $0) } : []),
        selected: ""
      )
    }
    html.form(.eject) { html in
      fields(endpoints, &html)
      html.choice("For", "for", ActionSpans.all + [("", "until readmitted")], selected: "10m")
      html.button("Preview")
    }
    let ejected = endpoints.filter { $0.text(.state) == "ejected by an operator" }
    guard !ejected.isEmpty else { return }
    html.form(.readmit) { html in
      fields(ejected, &html)
      html.button("Readmit")
    }
  }
}

/// The form that closes a site for maintenance, or opens the one that an operator has closed.
enum MaintenanceForm {
  static func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.form(.maintenance) { html in
      html.wideField(
        "Message for visitors",
        "message",
        [.flag(.required), .set(.maxlength, "500"), .placeholder("Back at noon")]
      )
      html.choice("For", "for", ActionSpans.all + [("", "until opened")], selected: "30m")
      html.site()
      html.button("Preview")
    }
    let closed = (inspection.table(Verdict.health)?.records ?? []).filter {
      $0.text(.check) == "maintenance" && $0.text(.reason).hasPrefix("an operator")
    }
    for check in closed {
      html.form(.reopen) { html in
        html.hidden("site", check.text(.site))
        html.element("p", "\(check.text(.site)): \(check.text(.reason)).")
        html.button("Open it again")
      }
    }
  }
}

/// The forms about the instance: draining it, and how much of the log is written elsewhere.
enum InstanceForms {
  static func writeDrain(_ inspection: Inspection, to html: inout HTMLWriter) {
    let isDrained = (inspection.table(Verdict.health)?.records ?? []).contains {
      $0.text(.check) == "drain"
    }
    html.form(isDrained ? .undrain : .drain) { html in
      html.element(
        "p",
        isDrained
          ? "The instance is drained: /ready answers 503."
          : "Load balancers send visitors elsewhere while /ready answers 503."
      )
      html.button("Preview")
    }
  }

  static func writeLevel(to html: inout HTMLWriter) {
    html.form(.logLevel) { html in
      html.choice(
        "Write elsewhere",
        "level",
        [
          ("all", "everything"), ("usual", "what the options say"),
          ("warning", "warnings and errors"), ("error", "errors"),
        ],
        selected: "all"
      )
      html.choice("For", "for", ActionSpans.all, selected: "10m")
      html.button("Preview")
    }
  }
}

/// The choices for the duration of an order.
private enum ActionSpans {
  static let all = [
    ("10m", "10 minutes"), ("30m", "30 minutes"), ("2h", "2 hours"), ("1d", "1 day"),
  ]
}

extension HTMLWriter {
  /// The form of an action, whose preview is shown first.
  mutating func form(_ action: ConsoleOrder, _ content: (inout HTMLWriter) -> Void) {
    form(action.address, [.class("action")], content)
  }

  /// The form of an action with one of the editions of a site: kept ones, that of the files, and that of another
  /// folder.
  mutating func editionForm(
    _ action: ConsoleOrder,
    of site: String,
    _ fields: (inout HTMLWriter) -> Void = { _ in }
  ) {
    let editions = inspection.table(ContentPage.report, "editions")?.records ?? []
    let kept = editions.filter { $0.text(.site) == site && $0.text(.state).hasPrefix("kept") }
    let choices = kept.map { record in
      (record.text(.edition), "\(record.text(.edition)) of \(record.text(.published))")
    }
    form(action) { html in
      html.hidden("site", site)
      let title = html.inspection.sites.count > 1 ? "Edition of \(site)" : "Edition"
      html.choice(title, "edition", [("", "what the files say")] + choices, selected: "")
      html.field(
        "Or a site in another folder there",
        "folder",
        "",
        [.set(.maxlength, "1000"), .placeholder("/srv/draft")]
      )
      fields(&html)
      html.button("Preview")
    }
  }

  /// The choice of the site that a page is about, where there are several.
  mutating func site(of address: Address) {
    guard inspection.sites.count > 1 else { return }
    let sites = inspection.sites.map { ($0, $0) }
    choice("Site", "site", sites, selected: address["site"] ?? "")
  }

  /// The choice of a site, where there are several.
  mutating func site() {
    guard inspection.sites.count > 1 else { return }
    choice("Site", "site", [("*", "all")] + inspection.sites.map { ($0, $0) }, selected: "*")
  }
}
