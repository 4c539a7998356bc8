// SPDX-License-Identifier: Apache-2.0

import Measure
import Reactor
import ResourceModel
import ResourceService
import Serving
import Signals

/// The webhooks that are asked before writes of sites' records, with the questions of the last hour.
enum BeforeHookReport {
  /// The window of the counts and the times, in seconds.
  private static let window = 3_600.0

  private static let columns: [FigureTable.Column] = [
    .init(.site, "The site."), .init(.type, "The type before whose writes the webhook is asked."),
    .init(.url, "webhook", "The address that is asked."),
    .init(.on, "before", "The operations before which it is asked."),
    .init(.timeout, "The longest time until an answer."),
    .init(.onFailure, "without an answer", "The effect on a write that it gives no answer to."),
    .init(.accepted, "Accepted writes of the last hour, or since the start."),
    .init(.changed, "Writes that were accepted with attributes that it has set."),
    .init(.refused, "Writes that it has refused."),
    .init(.failed, "Questions without an answer that can be read."),
    .init(.p50, "Half of the questions took at most this long."),
    .init(.p99, "99 of 100 questions took at most this long."),
    .init(.reason, "last failure", "The reason of the last failure since the start."),
    .init(.time, "at", "When that was, in UTC."),
  ]

  static func table(
    of services: SiteServices,
    _ history: SignalHistory
  ) async throws -> FigureTable {
    var table = FigureTable("before", columns)
    let figures = BeforeHookFigures.all(history, over: window)
    let now = Timestamp(nanoseconds: LoopClock.system.wallNanoseconds)
    for records in services.records {
      for asked in try await records.read({ $0.askedHooks }) {
        let place = BeforeHookFigures.Place(site: records.site, type: asked.type)
        add(asked, figures[place] ?? BeforeHookFigures(), of: records.site, at: now, to: &table)
      }
    }
    return table
  }

  private static func add(
    _ asked: AskedHook,
    _ figures: BeforeHookFigures,
    of site: String,
    at now: Timestamp,
    to table: inout FigureTable
  ) {
    let (hook, failure) = (asked.hook, asked.state.lastFailure)
    let isRefusing = hook.onFailure == .refuse
    let isFailing = asked.trouble(at: now) != nil
    let unsigned = asked.isSigned ? nil : "there is no key to sign with"
    var row: [Figure] = [
      .text(site), .text(asked.type), .text(hook.url),
      .text(hook.operations.map(\.rawValue).joined(separator: ", ")),
      .seconds(Double(hook.timeout) / 1_000), .text(isRefusing ? "refused" : "accepted"),
    ]
    row += BeforeResult.allCases.map { result in
      .count(Int64(clamping: figures.results[result.rawValue] ?? 0))
    }
    row += [0.5, 0.99].map { share in figures.durations.quantile(share).figure { .seconds($0) } }
    row += [
      (unsigned ?? failure?.reason).figure { .text($0) }, failure.figure { .text("\($0.time)") },
    ]
    table.add(row, tone: !isFailing ? .usual : isRefusing ? .failure : .warning)
  }
}
