// SPDX-License-Identifier: Apache-2.0

import Reactor
import ResourceService
import Signals

/// The metrics of the webhooks that are asked before writes of a site's records.
final class BeforeHookMeter: Sendable {
  private let questions: GrowingFamily<Counter>
  private let durations: GrowingFamily<Histogram>
  private let shard: SharedSignalShard

  init(_ registry: SignalRegistry) throws(SignalFault) {
    questions = try registry.growing(
      MetricName.hookQuestions,
      "Questions to the webhook of a type before writes, by result.",
      labels: ["type", "result"],
      folding: ["type"]
    )
    durations = try registry.growing(
      MetricName.hookDurations,
      "The time until the webhook of a type has answered a question before a write, or has failed.",
      unit: .seconds,
      labels: ["type"],
      folding: ["type"]
    )
    shard = try registry.makeSharedShard()
  }

  func record(_ outcome: BeforeOutcome) {
    let counter = questions.series([outcome.type, outcome.result.rawValue])
    let duration = outcome.duration.map { (durations.series([outcome.type]), $0) }
    shard.record { shard in
      shard.add(counter)
      if let (histogram, time) = duration {
        shard.record(histogram, Int(clamping: time.nanoseconds))
      }
    }
  }
}
