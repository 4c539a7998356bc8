// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles

extension Rollout {
  /// The rollout with its baseline, as the log of a fleet has it.
  package var data: DataValue { .members(members) }

  var members: [(String, DataValue)] {
    [
      ("edition", .text(edition)), ("published", .text(published)),
      ("began", .number(began.seconds)), ("step", .number(step)),
      ("since", .number(since.seconds)), ("state", .text(state.rawValue)),
      ("paused", .boolean(isPaused)),
      ("reason", .text(reason)),
      (
        "before",
        .members(
          before.numbers.map { name, path in
            (name, .number(Int64(clamping: before[keyPath: path])))
          }
        )
      ),
    ]
  }

  package init?(_ value: DataValue) {
    func text(_ key: String) -> String? { value[key]?.string }
    func number(_ key: String) -> Int64? { value[key]?.integer }
    guard let edition = text("edition"), let published = text("published"),
      let began = number("began"), let step = number("step"), let since = number("since"),
      let state = text("state").flatMap(State.init), let reason = text("reason")
    else { return nil }
    var before = RolloutBaseline()
    for (name, path) in before.numbers {
      before[keyPath: path] = UInt64(clamping: value["before"]?[name]?.integer ?? 0)
    }
    self.init(of: edition, beside: published, after: before, at: UnixTime(seconds: began))
    self.step = Int(clamping: step)
    self.since = UnixTime(seconds: since)
    self.state = state
    if case .bool(let isPaused)? = value["paused"]?.content { self.isPaused = isPaused }
    self.reason = reason
  }
}

extension RolloutBaseline {
  fileprivate var numbers: [(name: String, path: WritableKeyPath<RolloutBaseline, UInt64>)] {
    [
      ("whole", \.counts.whole), ("degraded", \.counts.degraded),
      ("clientErrors", \.counts.clientErrors), ("failed", \.counts.failed),
      ("composed", \.composed), ("nanoseconds", \.nanoseconds),
    ]
  }
}
