// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Editions
import Learning
import Measure
import Serving
import Sites

/// The content that each site serves: its editions and what the last one changed, its languages, what comes and
/// goes by time, and the findings in its files.
enum ContentReport {
  /// The number of findings that are shown of a site; further ones are only counted.
  private static let shownFindings = 500

  static func report(of sites: [SiteService], at now: UnixTime) -> [FigureTable] {
    let differences = sites.compactMap { site in
      site.comparer.difference.map { (site: site.name, changes: $0) }
    }
    return [
      editions(of: sites), languages(of: sites), findings(of: sites), emergency(of: sites),
      DifferenceTable.counts(of: differences), DifferenceTable.table(of: differences),
      schedule(of: sites, at: now), translations(of: sites), expiries(of: sites, at: now),
    ]
  }

  private static func editions(of sites: [SiteService]) -> FigureTable {
    var table = FigureTable("editions").columns([
      .init(.site, "The site."),
      .init(.edition, "The name of the edition: equal content, equal name."),
      .init(
        .state,
        "served or kept, whether it is pinned, and the share of installations it is rolled out to."
      ),
      .init(.number, "The number of the publication since the start."),
      .init(.published, "When it began to be served, or was kept."),
      .init(.documents, "Its documents."),
      .init(.files, "The files that it was made of."),
      .init(.source, "Where the files are."),
      .init(.emergency, "Whether the emergency file says anything."),
    ])
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

  private static func findings(of sites: [SiteService]) -> FigureTable {
    var table = FigureTable("findings").columns([
      .init(.site, "The site."),
      .init(.severity, "error: the files are not published; or warning."),
      .init(.place, "The file, with the line and the column."),
      .init(.rule, "The rule, by which portico check explains it."),
      .init(.message, "The finding."),
    ])
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
