// SPDX-License-Identifier: Apache-2.0

import FourM

/// The services, a line each.
struct BackendLines {
  private let inspection: Inspection
  private let address: Address

  init(_ inspection: Inspection, on address: Address) {
    self.inspection = inspection
    self.address = address
  }

  func write(to html: inout HTMLWriter) {
    guard let table = inspection.table(Verdict.backends) else {
      return html.note(inspection.refusal(of: Verdict.backends) ?? "There are no services.")
    }
    var view = TableView(table, on: address, empty: "No site calls a service.")
    if inspection.sites.count == 1 { view.hidden = ["site"] }
    view.link = BackendLines.link
    view.write(to: &html)
  }

  /// The page of a service, or the requests behind its figures.
  static func link(_ record: FigureTable.Record, _ key: String) -> Address? {
    let (site, name) = (record.text("site"), record.text("backend"))
    let calls = LogLink.backend(name, site: site)
    return switch key {
    case "backend", "state", "endpoints": PageLink.backend(name, site: site)
    case "inflight", "waiting": Chapter.inflight.address
    case "p50", "late":
      LogLink.events(
        calls,
        "time > ago(15m)",
        LogLink.slower(than: record.number(key), "backends.duration")
      )
    default: nil
    }
  }
}
