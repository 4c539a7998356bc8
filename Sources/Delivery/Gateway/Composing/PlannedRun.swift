// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Plans
import Reactor

/// A run of a plan that a client waits for, and possibly others. It belongs to its loop, until it
/// is over.
final class PlannedRun {
  private let core: LoopCore
  private let store: AnswerStore
  /// Key under which others may wait for the same answer.
  private let key: CacheKey?
  private let outcome = Awaited<PlanComposer.Outcome>()
  private var run: (any UnderWay)?
  private var isOver = false
  private var watch: OrphanWatch?

  init(_ key: CacheKey?, in store: AnswerStore, on core: LoopCore) {
    self.key = key
    self.store = store
    self.core = core
  }

  /// Sets the run that is under way, unless it is over by now.
  func began(_ run: any UnderWay) { if !isOver { self.run = run } }

  /// The result of the run. When the client leaves, the run is cancelled unless others wait.
  func value() async -> PlanComposer.Outcome {
    let confined = LoopConfined(self, to: core.loop.number)
    let loop = core.loop
    return await withTaskCancellationHandler {
      await outcome.value()
    } onCancel: {
      loop.execute { confined.value.clientLeft() }
    }
  }

  /// Records that the client of the run does not wait any more.
  func clientLeft() {
    guard !isOver, watch == nil else { return }
    watch = OrphanWatch(on: core) { [store, key] in
      key.map { store.waiters(for: $0) > 0 } ?? false
    } giveUp: { [self] in
      giveUp()
    }
  }

  private func giveUp() {
    run?.cancel()
    end(.failure(.abandoned))
  }

  func end(_ outcome: PlanComposer.Outcome) {
    guard !isOver else { return }
    isOver = true
    run = nil
    watch?.end()
    watch = nil
    self.outcome.bring(outcome)
  }
}
