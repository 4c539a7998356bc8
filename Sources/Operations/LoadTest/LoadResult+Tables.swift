// SPDX-License-Identifier: Apache-2.0

package import Measure
import Sites

extension LoadResult {
  /// The tables of a result: routes, responses, and the generator itself.
  package var tables: [FigureTable] { [routeTable, responseTable, generatorTable] }

  /// The latencies that are shown, by their titles.
  static let quantiles: [(ColumnKey, Double)] = [
    (.p50, 0.5), (.p90, 0.9), (.p99, 0.99), (.p999, 0.999),
  ]

  private var routeTable: FigureTable {
    var table = FigureTable("routes").columns(
      [
        .init(.route, "The route, or the URL."),
        .init(.planned, "Requests a second that were intended."),
        .init(.answered, "Responses a second, other than errors of the server."),
        .init(.failed, "Requests without a response, or with a status of 500 or more."),
      ]
        + LoadResult.quantiles.map { name, share in
          .init(
            name,
            name == .p999 ? "p99.9" : name.rawValue,
            "\(share * 100)% took at most this time."
          )
        }
        + [
          .init(.max, "The longest time."),
          .init(.within, "promised", "The time that is promised for a percentage of them."),
          .init(.late, "Responses that took longer than promised."),
          .init(.sla, "SLA", "Whether the promise was kept."),
        ]
    )
    for (route, account) in routes {
      let promise = route.promise ?? LoadResult.standardPromise
      let isKept = account.keeps(promise)
      table.add(
        [
          .text(route.name), .perSecond(route.rate),
          .perSecond(seconds > 0 ? Double(account.answered) / seconds : 0), Figure(account.failed),
        ]
          + LoadResult.quantiles.map { _, share in LoadResult.time(account, share) }
          + [
            .seconds(Double(account.latencies.maximum) / 1e9), .text(LoadResult.words(promise)),
            Figure(account.late), .text(isKept ? "kept" : "broken"),
          ],
        tone: isKept ? .usual : .failure
      )
    }
    return table
  }

  private var responseTable: FigureTable {
    var table = FigureTable("responses").columns([
      .init(.kind, "response", "The kind of status, or the reason why there was none."),
      .init(.count, "The number of them."), .init(.share, "Their share of all."),
    ])
    let all = snapshot.all
    func add(_ kind: String, _ count: UInt64, _ tone: FigureTable.Tone) {
      guard count > 0 else { return }
      let share = Double(count) / Double(all.total)
      table.add([.text(kind), Figure(count), .share(share)], tone: tone)
    }
    for (digit, count) in all.responses.enumerated() {
      add(digit == 0 ? "other" : "\(digit)xx", count, digit < 4 ? .usual : .warning)
    }
    for failure in LoadFailure.allCases {
      add(failure.name, all.failures[failure.rawValue], .failure)
    }
    return table
  }

  private var generatorTable: FigureTable {
    var table = FigureTable("generator").columns([
      .init(.connections, "Connections of all loops."),
      .init(.seconds, "for", "The time during which requests were sent."),
      .init(.delayed, "waited", "Requests that were due while no connection was free."),
      .init(.delay, "own delay p99", "The generator's own delay for 99% of the others."),
      .init(.longest, "max", "The longest such delay."), .init(.received, "Bytes of responses."),
    ])
    table.add(
      [
        .count(Int64(plan.connections)), .seconds(seconds), Figure(snapshot.delayed),
        snapshot.ownDelay.quantile(0.99).map { .seconds(Double($0) / 1e9) } ?? .none,
        .seconds(Double(snapshot.ownDelay.maximum) / 1e9),
        .bytes(Int64(clamping: snapshot.all.bytes)),
      ],
      tone: isGeneratorLate ? .warning : .usual
    )
    return table
  }

  /// The verdict in a sentence.
  package var verdict: String {
    let broken = routes.filter { !$1.keeps($0.promise ?? LoadResult.standardPromise) }
    let outcome =
      broken.isEmpty
      ? "passed: every promise was kept"
      : "failed: \(broken.map(\.route.name).joined(separator: ", ")) broke "
        + (broken.count == 1 ? "its promise" : "their promises")
    guard isGeneratorLate else { return outcome }
    return outcome + "; but the generator itself was late, so that its own delay is in the times"
  }

  static func time(_ account: LoadAccount, _ share: Double) -> Figure {
    account.latencies.quantile(share).map { .seconds(Double($0) / 1e9) } ?? .none
  }

  static func words(_ promise: TrafficModel.ServiceLevel) -> String {
    let answered = "\(Figure.rounded(promise.availability))% answered"
    guard let within = promise.within else { return answered }
    return
      "\(Figure.rounded(promise.percentile))% within \(Figure.seconds(within.inSeconds).text), "
      + answered
  }
}
