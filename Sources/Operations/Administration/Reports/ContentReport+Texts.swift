// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions
import Measure
import Serving

extension ContentReport {
  /// The number of missing or outdated texts that are named for a language or a group; further ones are
  /// only counted.
  private static let namedTexts = 10
  /// The number of groups of texts that are shown of a site, those with the most faults.
  private static let shownGroups = 50

  static func languages(of sites: [SiteService]) -> FigureTable {
    var table = FigureTable("languages").columns([
      .init(.site, "The site."), .init(.language, "The language."),
      .init(.documents, "The documents that are whole in it, or have no texts."),
      .init(.missing, "Texts that documents use and that are not there in it."),
      .init(.texts, "The first of the missing texts, with their places."),
      .init(
        .outdated,
        "Translations that need review, are left out, or whose source text has changed since."
      ), .init(.outdatedTexts, "outdated texts", "The first of the outdated texts."),
    ])
    for site in sites {
      for coverage in site.publisher.publication?.edition.languageCoverages ?? [] {
        let missing = coverage.missing.map { text in
          text.place.map { "\(text.key) (\($0))" } ?? text.key
        }
        table.add(
          [
            .text(site.name), .text("\(coverage.language)"), .count(Int64(coverage.documents)),
            .count(Int64(missing.count)), named(missing), .count(Int64(coverage.outdated.count)),
            named(coverage.outdated),
          ],
          tone: missing.isEmpty && coverage.outdated.isEmpty ? .usual : .warning
        )
      }
    }
    return table
  }

  /// The translations of each group of texts in each language: a column for a language.
  static func translations(of sites: [SiteService]) -> FigureTable {
    let editions = sites.compactMap { site in
      site.publisher.publication.map { (site: site.name, edition: $0.edition) }
    }
    var languages: [LanguageTag] = []
    for language in editions.flatMap({ $0.edition.matcher.published })
    where !languages.contains(language) { languages.append(language) }
    var table = FigureTable("translations").columns(
      [
        .init(.site, "The site."),
        .init(.group, "The part of the texts' keys before the first dot."),
        .init(.texts, "Texts of the group that documents use."),
      ]
        + languages.map { language in
          .init(
            named: "\(language)",
            "Texts of the group in \(language): all, or those that are missing or outdated."
          )
        } + [.init(.first, "The first of the missing and outdated texts.")]
    )
    for (site, edition) in editions {
      let groups = edition.textGroups
      for group in groups.prefix(shownGroups) {
        add(group, of: edition, site, languages, to: &table)
      }
      let rest = groups.count - shownGroups
      guard rest > 0 else { continue }
      table.add(
        [.text(site), .text("\(rest) more groups"), .none] + languages.map { _ in .none } + [.none]
      )
    }
    return table
  }

  private static func add(
    _ group: TextGroup,
    of edition: Edition,
    _ site: String,
    _ languages: [LanguageTag],
    to table: inout FigureTable
  ) {
    let published = edition.matcher.published
    let cells = languages.map { language -> Figure in
      guard let place = published.firstIndex(of: language) else { return .none }
      let counts = [
        (group.missing[place].count, "missing"), (group.outdated[place].count, "outdated"),
      ]
      let faults = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
      return .text(faults.isEmpty ? "all" : faults.joined(separator: ", "))
    }
    let first = published.enumerated().flatMap { place, language in
      (group.missing[place] + group.outdated[place]).map { "\($0) (\(language))" }
    }
    table.add(
      [
        .text(site), group.name.isEmpty ? .none : .text(group.name), .count(Int64(group.texts)),
      ] + cells + [named(first)],
      tone: group.faults == 0 ? .usual : .warning
    )
  }

  private static func named(_ texts: [String]) -> Figure {
    texts.isEmpty ? .none : .text(texts.prefix(namedTexts).joined(separator: ", "))
  }
}
