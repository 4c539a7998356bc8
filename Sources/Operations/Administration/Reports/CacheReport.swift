// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions
import Gateway
import Measure
import Serving
import Sites

/// The contents of caches: the largest entries, those that are fetched most often, remaining lifetimes, and
/// what is kept in many variants. They come from a sample of the entries.
enum CacheReport {
  /// From so many variants on, something is worth a look.
  private static let manyVariants = 50

  static func report(of sites: [SiteService], at milliseconds: Int64) -> [FigureTable] {
    let all = sites.map { site in
      let edition = site.publisher.publication?.edition
      let audiences = AudienceNames(
        edition.map { TokenReader($0.words, seal: site.seal) },
        experiments: edition?.site.experiments.map(\.name) ?? []
      )
      return (site.name, CacheContents(of: site.store, audiences, at: milliseconds))
    }
    return [sample(all), largest(all), fetched(all), lifetimes(all), variants(all)]
  }

  private typealias Contents = [(site: String, contents: CacheContents)]

  private static let subject: [FigureTable.Column] = [
    .init(.site, "The site."),
    .init(.kind, "answer: of a document; fragment: of a call to a service; pass: passed on."),
    .init(.name, "of", "The path, or the service with what it is asked."),
  ]

  private static func figures(_ site: String, _ subject: CacheSubject) -> [Figure] {
    [.text(site), .text(subject.kind.rawValue), .text(subject.name)]
  }

  private static func sample(_ all: Contents) -> FigureTable {
    var table = FigureTable("sample").columns([
      .init(.site, "The site."),
      .init(.looked, "looked at", "Entries that the other tables are made of.", adds: true),
      .init(.all, "of", "All answers and fragments that are kept.", adds: true),
      .init(.sample, "Whether that is a sample, spread over the cache, or all."),
    ])
    for (site, contents) in all {
      table.add([
        .text(site), .count(Int64(contents.looked)), .count(Int64(contents.all)),
        .text(contents.isSample ? "a sample" : "all"),
      ])
    }
    return table
  }

  private static func largest(_ all: Contents) -> FigureTable {
    var table = FigureTable("largest").columns(
      subject + [
        .init(.route, "The path of the document as its site declares it."),
        .init(.bytes, "The size of the entry."),
        .init(.hits, "The lookups that found it, as far as loops have told."),
        .init(.ttl, "fresh for", "The time until it is stale; 0 since then."),
        .init(.variant, "The key of the answer."),
      ]
    )
    for (site, contents) in all {
      for item in contents.largest {
        table.add(
          figures(site, item.subject) + [
            item.subject.route.figure { .text($0) }, .bytes(Int64(item.bytes)),
            .count(Int64(clamping: item.hits)),
            .seconds(Double(item.ttl)), item.variant.isEmpty ? .none : .text(item.variant),
          ]
        )
      }
    }
    return table
  }

  private static func fetched(_ all: Contents) -> FigureTable {
    var table = FigureTable("fetched").columns(
      subject + [
        .init(.route, "The path of the document as its site declares it."),
        .init(
          .fetched,
          "The times that it was stored since the start, each after a miss or a refresh; at most."
        ), .init(.least, "at least", "The times that it was certainly stored."),
        .init(.hits, "The lookups that found the entry that is kept now."),
        .init(
          .ttl,
          "fresh for",
          "The time until it is stale, 0 since then; none where nothing is kept now."
        ),
        .init(.variant, "The key of the answer."),
      ]
    )
    for (site, contents) in all {
      for fetched in contents.fetched {
        table.add(
          figures(site, fetched.subject) + [
            fetched.subject.route.figure { .text($0) }, .count(Int64(fetched.count)),
            .count(Int64(fetched.least)),
            (fetched.item?.hits).figure { .count(Int64(clamping: $0)) },
            (fetched.item?.ttl).figure { .seconds(Double($0)) },
            (fetched.item?.variant).figure { $0.isEmpty ? .none : .text($0) },
          ]
        )
      }
    }
    return table
  }

  private static func lifetimes(_ all: Contents) -> FigureTable {
    var table = FigureTable("lifetimes").columns([
      .init(.site, "The site."),
      .init(
        .within,
        "stale within",
        "The time from now, beyond that of the row before; 0 for those that are stale already."
      ),
      .init(.entries, "Entries of the sample whose freshness ends there.", adds: true),
      .init(.bytes, "Their size."),
    ])
    for (site, contents) in all {
      for step in contents.steps {
        table.add([
          .text(site), step.within.map { .seconds(Double($0)) } ?? .text("later"),
          .count(Int64(step.entries)), .bytes(Int64(step.bytes)),
        ])
      }
    }
    return table
  }

  private static func variants(_ all: Contents) -> FigureTable {
    var table = FigureTable("variants").columns(
      subject + [
        .init(.route, "The path of the document as its site declares it."),
        .init(.variants, "Entries of the sample that are kept of it."),
        .init(.bytes, "Their size."),
        .init(.by, "most by", "What has the most different values among them."),
        .init(.values, "The number of these values."),
        .init(.others, "also by", "What else differs among them, with the numbers of values."),
      ]
    )
    for (site, contents) in all {
      for found in contents.variants {
        let others = found.dimensions.dropFirst().map { "\($0.name) (\($0.values))" }
        table.add(
          figures(site, found.subject) + [
            found.subject.route.figure { .text($0) }, .count(Int64(found.variants)),
            .bytes(Int64(found.bytes)), (found.dimensions.first?.name).figure { .text($0) },
            (found.dimensions.first?.values).figure { .count(Int64($0)) },
            others.isEmpty ? .none : .text(others.joined(separator: ", ")),
          ],
          tone: found.variants >= manyVariants ? .warning : .usual
        )
      }
    }
    return table
  }
}
