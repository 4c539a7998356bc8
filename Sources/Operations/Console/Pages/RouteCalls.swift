// SPDX-License-Identifier: Apache-2.0

import Measure

/// The calls of routes to services, beside those of the model.
struct RouteCalls {
  static let report = Address(.routesCalls)

  private let inspection: Inspection
  private let address: Address

  init(_ inspection: Inspection, on address: Address) {
    (self.inspection, self.address) = (inspection, address)
  }

  /// Writes the calls that a page is about.
  ///
  /// - Parameter hidden: the columns that are the same in all rows.
  func write(
    hiding hidden: Set<ColumnKey> = [],
    where isOwn: (FigureTable.Record) -> Bool = { _ in true },
    to html: inout HTMLWriter
  ) {
    guard let table = inspection.table(RouteCalls.report) else {
      return html.note(inspection.refusal(of: RouteCalls.report) ?? "Nothing was counted.")
    }
    var view = TableView(table.only(isOwn), empty: "No call in the last minute.")
    view.hidden = hidden
    if inspection.sites.count == 1 { view.hidden.insert(.site) }
    view.link = { record, key in
      let (site, route) = (record.text(.site), record.text(.route))
      return switch key {
      case .route: PageLink.route(route, site: site)
      case .backend: PageLink.backend(record.text(.backend), site: site)
      case .count:
        LogLink.events(
          LogLink.route(route, site: site),
          "backends.name = \(LogLink.quoted(record.text(.backend)))",
          LogLink.minute
        )
      default: nil
      }
    }
    if inspection.table(Verdict.model, "fanOut") != nil { view.pictures = [expected] }
    view.write(to: &html)
  }

  private var expected: TableView.Picture {
    .init(
      behind: .each,
      title: "expected",
      help: "The same number in the model."
    ) { record, html in
      let models = inspection.table(Verdict.model, "fanOut")?.records.filter {
        let route = $0.text(.route)
        return $0.text(.site) == record.text(.site)
          && $0.text(.backend) == record.text(.backend)
          && (route == record.text(.route) || Verdict.label(of: route) == record.text(.route))
      }
      guard let model = models?.first, model[.expected] != .none else { return html.text("–") }
      if model.tone != .usual { html.mark(model.tone) }
      html.text(model[.expected].shown)
    }
  }
}
