// SPDX-License-Identifier: Apache-2.0

import Editions
import Measure

/// The tables of what differs between two editions.
enum DifferenceTable {
  /// The number of documents, of texts and of settings that are named; further ones are only counted.
  static let shownItems = 200

  typealias Difference = (site: String, changes: PublicationDifference)

  /// Each document, text and setting that differs, with the audiences concerned.
  static func table(of differences: [Difference]) -> FigureTable {
    var table = FigureTable("difference").columns([
      .init(.site, "The site."), .init(.kind, "document, text or setting."),
      .init(.name, "The path of the document, or the key of the text or the setting."),
      .init(.change, "Whether it is added, removed or changed."),
      .init(.audiences, "The audiences that get something else."),
      .init(.compared, "of", "The audiences that were compared."),
    ])
    for (site, changes) in differences {
      for document in changes.documents.documents.prefix(shownItems) {
        let isCompared = document.change == .changed
        table.add([
          .text(site), .text("document"), .text(document.path), .text(document.change.rawValue),
          isCompared ? .count(Int64(document.audiences.count)) : .none,
          isCompared ? .count(Int64(document.compared)) : .none,
        ])
      }
      for (kind, items) in [("text", changes.texts), ("setting", changes.settings)] {
        for item in items.prefix(shownItems) {
          table.add([
            .text(site), .text(kind), .text(item.name), .text(item.change.rawValue), .none, .none,
          ])
        }
      }
    }
    return table
  }

  /// The numbers of documents, texts and settings that differ.
  static func counts(of differences: [Difference]) -> FigureTable {
    var table = FigureTable("changes").columns([
      .init(.site, "The site."), .init(.kind, "documents, texts or settings."),
      .init(.added, "Those that the edition before does not have."),
      .init(.changed, "Those that are not what they were, for anybody."),
      .init(.removed, "Those that only the edition before has."),
      .init(
        .uncompared,
        "not compared",
        "Edited documents whose answers were not compared, since there are too many."
      ), .init(.before, "The edition before."),
      .init(.edition, "The edition that was published."),
    ])
    for (site, changes) in differences {
      let documents = changes.documents
      let rows = [
        ("documents", documents.documents.map(\.change), documents.uncompared),
        ("texts", changes.texts.map(\.change), 0), ("settings", changes.settings.map(\.change), 0),
      ]
      for (kind, all, uncompared) in rows {
        func count(_ wanted: EditionDifference.Change) -> Figure {
          .count(Int64(all.count { $0 == wanted }))
        }
        table.add([
          .text(site), .text(kind), count(.added), count(.changed), count(.removed),
          .count(Int64(uncompared)), .text(changes.before), .text(changes.after),
        ])
      }
    }
    return table
  }
}
