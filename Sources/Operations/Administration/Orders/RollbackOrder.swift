// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import ContentModel
import DataFiles
import Editions
import FileShapes
import Fleet
import Gateway
import HTTPValues
import Message
import Reactor
import Serving
import Signals

/// The order to pin an edition, or to follow the site's files again.
struct RollbackOrder: OperatorOrder {
  static let definition = OrderDefinition(
    "rollback",
    .rollback,
    "Serves a kept edition until the files are followed again.",
    Shape.object(RollbackOrder(site: .unsaid, edition: nil)) {
      Member(
        "edition",
        \.edition,
        .text,
        "Kept edition; the files are followed again, without it.",
        examples: ["3b1f0c2a9d8e7f60"]
      )
      Member.site(\.site)
    }
  )

  private(set) var site: SiteChoice
  /// The edition to pin; `nil` to follow the files.
  private(set) var edition: String?

  /// - Parameter edition: the edition to pin; `nil` to follow the files.
  init(site: SiteChoice, edition: String?) { (self.site, self.edition) = (site, edition) }

  var description: String { edition.map { "edition \($0)" } ?? "what the files say" }

  /// Compiles the edition; throws for one that is not kept or has errors. This takes long.
  private func compiled(of site: SiteService) throws(PlainError) -> Edition {
    try site.candidate(edition.map { .edition($0) } ?? .files).edition
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let site = try state.site(site)
    return try await state.readers.run { try preview(of: site) }
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let site = try state.site(site)
    let (edition, told) = try await apply(to: site, of: state, by: caller)
    state.audit.record(
      .rollback,
      by: caller,
      site: site.name,
      [EventFact(.edition, edition), EventFact(.annotation, description)]
    )
    return DataValue.members(
      [("site", .text(site.name)), ("edition", .text(edition))]
        + AdminState.members(of: told, site)
    ).json
  }

  /// Serves the edition, of a fleet at all nodes; returns its name, and which nodes have the order.
  private func apply(
    to site: SiteService,
    of state: AdminState,
    by caller: Operator
  ) async throws -> (edition: String, told: Acknowledgement?) {
    guard let fleet = site.fleet else {
      let edition = try await state.readers.run {
        let wanted = try compiled(of: site)
        try site.authors.noting(caller.name, of: site) {
          try site.editionHistory.pin(self.edition)
          site.refresh()
        }
        return wanted.name
      }
      return (edition, nil)
    }
    do {
      return try await fleet.order(edition)
    } catch {
      throw Refusal(.conflict, "\(error)")
    }
  }

  /// Returns the documents that would change, and the visitors concerned. This takes long.
  private func preview(of site: SiteService) throws -> OrderPreview {
    let wanted = try compiled(of: site)
    guard let served = site.publisher.publication?.edition else {
      throw PlainError("nothing is published of \(site.name)")
    }
    let difference = PublicationDifference(
      from: served,
      to: wanted,
      at: UnixTime.now,
      links: LinkWriter(seal: site.seal)
    )
    let way =
      site.fleet != nil
      ? "All nodes of the fleet would serve it at the same instant."
      : edition == nil
        ? "From then on every change of the files is published again."
        : "It stays until the files are followed again, which this page offers then;"
          + " changes of the files are not published meanwhile."
    return OrderPreview(
      [
        "\(site.name) would serve \(description) in place of edition \(served.name):"
          + " \(Counted.text(difference.documents.documents.count, "document")) would change. \(way)"
      ],
      [DifferenceTable.table(of: [(site.name, difference)])]
    )
  }
}
