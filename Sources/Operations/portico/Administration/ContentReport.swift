// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Editions
import FourM
import Gateway
import Sites

/// The content that each site serves: its editions, its languages and the findings in its files.
enum ContentReport {
  /// The number of missing texts that are named for a language; further ones are only counted.
  private static let namedTexts = 10
  /// The number of findings that are shown of a site; further ones are only counted.
  private static let shownFindings = 500

  static func report(of sites: [SiteService]) -> [FigureTable] {
    [editions(of: sites), languages(of: sites), findings(of: sites)]
  }

  private static func editions(of sites: [SiteService]) -> FigureTable {
    var table = FigureTable(
      "editions",
      [
        .init("site", "site", "The site."),
        .init("edition", "edition", "The name of the edition: equal content, equal name."),
        .init(
          "state",
          "state",
          "served or kept, whether it is pinned, and the share of installations it is rolled out to."
        ),
        .init("number", "number", "The number of the publication since the start."),
        .init("published", "published", "When it began to be served, or was kept."),
        .init("documents", "documents", "Its documents."),
        .init("files", "files", "The files that it was made of."),
        .init("source", "source", "Where the files are."),
        .init("emergency", "emergency", "Whether the emergency file says anything."),
      ]
    )
    for site in sites {
      let history = site.editionHistory
      let kept = history.entries()
      let pinned = history.pinned
      if let publication = site.publisher.publication {
        add(publication, of: site, kept, pinned: pinned, to: &table)
      }
      let served = site.publisher.publication?.edition.name
      for entry in kept where entry.name != served {
        var state = entry.name == pinned ? "kept, pinned" : "kept"
        if let candidate = site.publisher.candidate,
          candidate.publication.edition.name == entry.name
        {
          state += ", rolled out to \(RolloutVerdict.percent(Double(candidate.share) / 10_000))"
        }
        table.add([
          .text(site.name), .text(entry.name), .text(state), .none,
          .text("\(entry.published)"), .none, .count(Int64(entry.fileCount)),
          .text(history.folder), .none,
        ])
      }
    }
    return table
  }

  private static func add(
    _ publication: Publication,
    of site: SiteService,
    _ kept: [EditionHistory.Entry],
    pinned: String?,
    to table: inout FigureTable
  ) {
    let edition = publication.edition
    let report = site.publisher.lastReport
    let isBehind = report?.isRefused ?? false
    var state = edition.name == pinned ? "served, pinned" : "served"
    if isBehind { state += "; the files have errors" }
    let files = kept.first { $0.name == edition.name }?.fileCount
    table.add(
      [
        .text(site.name), .text(edition.name), .text(state), .count(Int64(publication.number)),
        .text("\(publication.since)"), .count(Int64(edition.documentCount)),
        files.figure { .count(Int64($0)) }, .text(site.folder),
        .text(publication.overlay == .none ? "no" : "yes"),
      ],
      tone: isBehind ? .failure : edition.name == pinned ? .warning : .usual
    )
  }

  private static func languages(of sites: [SiteService]) -> FigureTable {
    var table = FigureTable(
      "languages",
      [
        .init("site", "site", "The site."), .init("language", "language", "The language."),
        .init("documents", "documents", "The documents that are whole in it, or have no texts."),
        .init("missing", "missing", "Texts that documents use and that are not there in it."),
        .init("texts", "texts", "The first of the missing texts, with their places."),
      ]
    )
    for site in sites {
      for coverage in site.publisher.publication?.edition.languageCoverages ?? [] {
        let named = coverage.missing.prefix(namedTexts).map { text in
          text.place.map { "\(text.key) (\($0))" } ?? text.key
        }
        table.add(
          [
            .text(site.name), .text("\(coverage.language)"), .count(Int64(coverage.documents)),
            .count(Int64(coverage.missing.count)),
            named.isEmpty ? .none : .text(named.joined(separator: ", ")),
          ],
          tone: named.isEmpty ? .usual : .warning
        )
      }
    }
    return table
  }

  private static func findings(of sites: [SiteService]) -> FigureTable {
    var table = FigureTable(
      "findings",
      [
        .init("site", "site", "The site."),
        .init("severity", "severity", "error: the files are not published; or warning."),
        .init("place", "place", "The file, with the line and the column."),
        .init("rule", "rule", "The rule, by which portico check explains it."),
        .init("message", "message", "The finding."),
      ]
    )
    for site in sites {
      let findings = site.publisher.lastReport?.findings ?? []
      for finding in findings.prefix(shownFindings) {
        table.add(
          [
            .text(site.name), .text("\(finding.severity)"), .text("\(finding.place)"),
            .text("\(finding.rule)"), .text(finding.message),
          ],
          tone: finding.severity == .error ? .failure : .warning
        )
      }
      let rest = findings.count - shownFindings
      guard rest > 0 else { continue }
      table.add([
        .text(site.name), .none, .none, .none, .text("\(rest) more; portico check has all"),
      ])
    }
    return table
  }
}
