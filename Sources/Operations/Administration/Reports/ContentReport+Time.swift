// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Editions
import Measure
import Serving
import Sites

extension ContentReport {
  /// The number of scheduled changes that are shown of a site; further ones are only counted.
  private static let shownChanges = 200

  /// The changes that come by time alone, the first ones first.
  static func schedule(of sites: [SiteService], at now: UnixTime) -> FigureTable {
    var table = FigureTable("schedule").columns([
      .init(.site, "The site."), .init(.time, "When it happens, in UTC."),
      .init(.left, "in", "The whole days, hours, minutes or seconds until then."),
      .init(.change, "Whether it comes or goes."),
      .init(.part, "what", "The document as a whole, or a part of it."),
      .init(.subject, "of", "The path of the document, or the name of the app."),
      .init(.place, "Where the file says so."),
    ])
    for site in sites {
      guard let publication = site.publisher.publication else { continue }
      let (changes, others) = publication.edition.schedule(after: now, atMost: shownChanges)
      var rows = changes.map { change in
        (
          change.instant, change.kind,
          [Figure.text(change.part), .text(change.subject), .text("\(change.place)")]
        )
      }
      for interval in publication.overlay.maintenance?.conditions.time?.intervals ?? [] {
        let what: [Figure] = [.text("maintenance"), .none, .text(author(publication.overlay))]
        for (instant, kind) in [(interval.lower, .comes), (interval.upper, .goes)]
          as [(UnixTime?, ScheduledChange.Kind)]
        { if let instant, instant > now { rows.append((instant, kind, what)) } }
      }
      for (instant, kind, what) in rows.sorted(by: { $0.0 < $1.0 }) {
        table.add(
          [
            .text(site.name), .text("\(instant)"),
            .text(SpanWords.text(left(from: now, to: instant))), .text(kind.rawValue),
          ] + what
        )
      }
      guard others > 0 else { continue }
      table.add([
        .text(site.name), .none, .none, .none, .text("\(others) later changes"), .none, .none,
      ])
    }
    return table
  }

  /// The next ends of freshness of documents, in steps that grow.
  static func expiries(of sites: [SiteService], at now: UnixTime) -> FigureTable {
    var table = FigureTable("expiries").columns([
      .init(.site, "The site."),
      .init(.within, "The time from now, beyond that of the row before."),
      .init(
        .documents,
        "Documents whose _expire lies there; answers of services may end it earlier."
      ), .init(.changes, "by schedule", "Those of them that end with a scheduled change."),
      .init(.first, "The document that ends first."),
      .init(.expire, "at", "Its _expire, in UTC."),
      .init(.counted, "looked at", "Documents looked at; fewer than all are a sample."),
      .init(.all, "of", "All documents."),
    ])
    for site in sites {
      guard let publication = site.publisher.publication else { continue }
      let forecast = ExpiryForecast(publication, at: now)
      for step in forecast.steps {
        table.add([
          .text(site.name), .seconds(Double(step.within)), .count(Int64(step.documents)),
          .count(Int64(step.changes)), (step.first?.path).figure { .text($0) },
          (step.first?.expire).figure { .text("\($0)") }, .count(Int64(forecast.counted)),
          .count(Int64(forecast.documents)),
        ])
      }
    }
    return table
  }

  /// The parts of the emergency that hold now, with their texts.
  static func emergency(of sites: [SiteService]) -> FigureTable {
    var table = FigureTable("emergency").columns([
      .init(.site, "The site."), .init(.part, "maintenance, banner, hide, force or ttl."),
      .init(.language, "The language of a text; none for one for everybody."),
      .init(.text, "The text that apps show, or what is hidden, forced or limited."),
      .init(.until, "When it ends by itself, in UTC."),
      .init(.source, "from", "The emergency file, or an operator."),
    ])
    for site in sites {
      guard let overlay = site.publisher.publication?.overlay else { continue }
      func add(_ part: String, _ language: LanguageTag?, _ text: String, isClosing: Bool = false) {
        let end = isClosing ? overlay.maintenance?.end : nil
        table.add(
          [
            .text(site.name), .text(part),
            language == .undetermined ? .none : language.figure { .text("\($0)") }, .text(text),
            end.figure { .text("\($0)") }, .text(isClosing ? author(overlay) : Overlay.path),
          ],
          tone: .warning
        )
      }
      func add(_ part: String, _ texts: [LanguageTag: String], isClosing: Bool = false) {
        for (language, text) in texts.sorted(by: { "\($0.key)" < "\($1.key)" }) {
          add(part, language, text, isClosing: isClosing)
        }
      }
      if let maintenance = overlay.maintenance {
        maintenance.message.isEmpty
          ? add("maintenance", nil, "without a message", isClosing: true)
          : add("maintenance", maintenance.message, isClosing: true)
      }
      add("banner", overlay.banner)
      for pattern in overlay.hidden { add("hide", nil, pattern.text) }
      for (path, variant) in overlay.forced.sorted(by: { $0.key < $1.key }) {
        add("force", nil, "\(path): \(variant)")
      }
      for cap in overlay.ttls { add("ttl", nil, "\(cap.pattern.text): \(cap.seconds) s") }
    }
    return table
  }

  /// The seconds between two instants.
  private static func left(from now: UnixTime, to instant: UnixTime) -> Int64 {
    let (seconds, overflow) = instant.seconds.subtractingReportingOverflow(now.seconds)
    return overflow ? .max : seconds
  }

  /// The author of the maintenance.
  private static func author(_ overlay: Overlay) -> String {
    overlay.maintenance?.isOrdered ?? false ? "an operator" : Overlay.path
  }
}
