// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import ContentModel
import DataFiles
import Editions
import Gateway
import Learning
import Serving

/// The last day's traffic as it would be with the folder published, beside the served edition.
struct ForecastReport {
  /// The documents that the text shows; JSON has all.
  private static let shownDocuments = 20

  private let sketch: TrafficSketch
  private let candidate: TrafficForecast
  /// `nil` if the served edition is not kept.
  private let served: TrafficForecast?
  private let editions: (candidate: String, served: String?)

  /// Forecasts from the traffic that is kept in the state folder; throws where there is none.
  init(of edition: Edition, _ options: SiteOptions) throws {
    guard let sketch = try TrafficSketch(keptIn: options.state), sketch.knownHours > 0 else {
      throw PlainError.noTraffic(in: options.state)
    }
    self.sketch = sketch
    let old = sketch.edition.flatMap { name -> Edition? in
      if name == edition.name { return edition }
      return options.history.compilation(of: name, .complete)?.edition
    }
    let seal = try options.seal()
    candidate = TrafficForecast(of: edition, sketch, served: old, seal: seal)
    served = old.map { TrafficForecast(of: $0, sketch, served: $0, seal: seal) }
    editions = (edition.name, old?.name)
  }

  var data: DataValue {
    .members([
      "hours": .number(sketch.knownHours),
      "uncounted": .number(sketch.uncounted),
      "candidate": ForecastReport.data(candidate, editions.candidate),
      "served": served.map { ForecastReport.data($0, editions.served) } ?? .null,
    ])
  }

  private static func data(_ forecast: TrafficForecast, _ edition: String?) -> DataValue {
    .members([
      "edition": .text(edition),
      "requests": .number(rounded(forecast.requests)),
      "hitRatio": .text(share(forecast.hitRatio)),
      "spread": .text(share(forecast.spread)),
      "audiences": .number(forecast.audiences),
      "gone": .number(rounded(forecast.gone)),
      "cacheBytes": .number(rounded(forecast.cacheBytes)),
      "cutShort": .boolean(forecast.isCutShort),
      "calls": .members(forecast.calls.map { ($0.backend, .number(rounded($0.count))) }),
      "documents": .list(forecast.routes) { route in
        .members([
          "path": .text(route.path),
          "requests": .number(rounded(route.requests)),
          "hitRatio": .text(share(route.hitRatio)),
          "audiences": .number(route.audiences),
          "bytes": .number(rounded(route.bytes)),
        ])
      },
    ])
  }

  /// The report as aligned text.
  func text(_ style: TextStyle) -> String {
    var totals = Table("", "SERVED", "CANDIDATE")
    func add(_ title: String, _ value: (TrafficForecast) -> String) {
      totals.add(title, served.map(value) ?? "-", value(candidate))
    }
    add("hits") { forecast in
      let spread = 2 * forecast.spread
      let hits = ForecastReport.share(forecast.hitRatio)
      return spread < 0.000_5 ? hits : "\(hits) +/- \(ForecastReport.share(spread))"
    }
    add("audiences") { "\($0.audiences)" }
    for backend in backends {
      add("calls of \(backend)") { forecast in
        let calls = forecast.calls.first { $0.backend == backend }?.count ?? 0
        return "\(ForecastReport.rounded(calls))"
      }
    }
    add("bytes in the cache") { "\(ForecastReport.rounded($0.cacheBytes))" }
    add("requests for nothing") { "\(ForecastReport.rounded($0.gone))" }
    var documents = Table("HITS", "AUDIENCES", "REQUESTS", "DOCUMENT")
    for route in candidate.routes.prefix(ForecastReport.shownDocuments) {
      let before = served?.routes.first { $0.path == route.path }
      func change(_ value: (TrafficForecast.Route) -> String) -> String {
        guard let old = before.map(value), old != value(route) else { return value(route) }
        return "\(old) -> \(value(route))"
      }
      documents.add(
        change { ForecastReport.share($0.hitRatio) },
        change { "\($0.audiences)" },
        "\(ForecastReport.rounded(route.requests))",
        route.path
      )
    }
    let hours = Counted.text(sketch.knownHours, "hour")
    let cut =
      candidate.isCutShort
      ? "the forecast ended early, since answers live too shortly for so many requests\n" : ""
    let verb = sketch.knownHours == 1 ? "is" : "are"
    return "a day of this traffic, of which \(hours) \(verb) known, from an empty cache:\n"
      + totals.text(style) + "\n" + documents.text(style) + cut
  }

  private var backends: [String] {
    Set((candidate.calls + (served?.calls ?? [])).map { $0.backend }).sorted()
  }

  private static func rounded(_ number: Double) -> Int64 {
    Int64(exactly: number.rounded()) ?? Int64.max
  }

  private static func share(_ ratio: Double) -> String {
    let tenths = rounded(ratio * 1_000)
    return "\(tenths / 10).\(tenths % 10)%"
  }
}

extension PlainError {
  /// A state folder has no traffic.
  static func noTraffic(in folder: String) -> PlainError {
    PlainError(
      "there is no traffic in \(folder); `portico serve` keeps it there while it serves the site"
    )
  }
}
