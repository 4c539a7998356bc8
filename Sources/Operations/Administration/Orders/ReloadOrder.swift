// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import ContentModel
import DataFiles
import Editions
import FileShapes
import Measure
import Message
import Serving
import Signals

/// The order to read the files of sites again.
struct ReloadOrder: OperatorOrder {
  static let definition = OrderDefinition(
    "reload",
    at: .reload,
    .reload,
    "Reads the files of a site again, of all unless one is named.",
    Shape.object(ReloadOrder()) { Member.site(\.site) }
  )

  private var site = SiteChoice.unsaid

  func preview(of state: AdminState) throws -> OrderPreview {
    let names = try state.services.chosen(site, meansAll: true).map(\.name)
    return OrderPreview([
      "The files of \(names.joined(separator: ", ")) would be read again, and published where they have"
        + " changed and have no error."
    ])
  }

  func perform(on state: AdminState, by caller: Operator) throws -> [UInt8] {
    let sites = try state.services.chosen(site, meansAll: true)
    let reports = sites.map { reload($0, of: state, by: caller) }
    state.services.refreshRefused()
    if site != .all, sites.count == 1, let report = reports.first { return report.json }
    return DataValue.members([("sites", .list(reports))]).json
  }

  private func reload(
    _ site: SiteService,
    of state: AdminState,
    by caller: Operator
  ) -> DataValue {
    site.fleet?.look(isForced: true)
    let report = site.authors.noting(caller.name, of: site) {
      site.publisher.refresh(at: UnixTime.now)
    }
    state.services.shared.annotate("reload", "the files are read again", site: site.name)
    site.annotate(report)
    state.audit.record(
      .reload,
      by: caller,
      site: site.name,
      [
        EventFact(.edition, report.publication?.edition.name), EventFact(.isNew, report.isNew),
        EventFact(.errors, report.findings.count { $0.severity == .error }),
      ]
    )
    return .members([
      ("site", .text(site.name)), ("edition", .text(report.publication?.edition.name)),
      ("isNew", .boolean(report.isNew)), ("findings", .list(report.findings.map { DataValue($0) })),
    ])
  }
}
