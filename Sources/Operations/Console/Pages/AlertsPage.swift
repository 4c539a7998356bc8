// SPDX-License-Identifier: Apache-2.0

import Measure
import Monitor

/// Alerts and silences, and the share of each promise that was kept.
struct AlertsPage: Page {
  let title = "Alerts"
  let chapter = Chapter.alerts
  let liveSeconds: Int? = 5
  let address: Address

  private static let month = Address(.annotations, ["from": "-30d"])

  var reports: [Address] { [Verdict.alerts, Verdict.model, AlertsPage.month] }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    html.element("h1", title)
    html.tables(
      [
        .init(
          "alerts",
          empty: "Nothing is wrong, and nothing was in the last hour.",
          hidden: [.since],
          link: AlertsPage.link
        ),
        .init(
          "silences",
          "Silences",
          empty: "No alert is silenced.",
          hidden: [.until],
          link: AlertsPage.linkOfSilence
        ),
      ],
      of: Verdict.alerts
    )
    html.section("Silence an alert", for: .silence) {
      SilenceForm.write(alert: address["alert"] ?? "", to: &$0)
    }
    html.tables(
      [
        .init(
          "routes",
          "Promises in the last minute",
          empty: "The model names no route.",
          hidden: [.class, .steady, .peak],
          link: WhatIfPage.route
        )
      ],
      of: Verdict.model
    )
    html.section("Alerts of the last 30 days") { html in
      let alerts = inspection.annotations(AlertsPage.month).filter { $0.kind == "alert" }
      guard !alerts.isEmpty else { return html.note("None.") }
      html.changes(alerts.suffix(100))
    }
  }

  /// The form that ends or prolongs a silence.
  private static let linkOfSilence: ReportPage.Link = { record, key in
    key == .alert ? Address(.alerts, ["alert": record.text(.alert)]) : nil
  }

  private static let link: ReportPage.Link = { record, key in
    switch key {
    case .look, .text: Address(reading: record.text(.look))
    case .alert: Address(.alerts, ["alert": record.text(.alert)])
    default: nil
    }
  }
}
