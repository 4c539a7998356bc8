// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Plans
import Reactor

/// A run of a plan that a client waits for, and others perhaps. It lives on its loop, until it is over.
final class PlannedRun {
  private let core: LoopCore
  /// Whether others wait for the same.
  private let isWanted: () -> Bool
  private let outcome = Awaited<PlanComposer.Outcome>()
  private var run: (any UnderWay)?
  private var isOver = false
  private var watch: OrphanWatch?

  init(on core: LoopCore, isWanted: @escaping () -> Bool) {
    self.core = core
    self.isWanted = isWanted
  }

  /// Begins with `start`, which tells what came of it, perhaps at once.
  func begin(_ start: (@escaping (PlanComposer.Outcome) -> Void) -> (any UnderWay)?) {
    let run = start { [self] in end($0) }
    if !isOver { self.run = run }
  }

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

  /// The client that the run was begun for does not wait any more.
  func clientLeft() {
    guard !isOver, watch == nil else { return }
    watch = OrphanWatch(on: core, isWanted: isWanted) { [self] in giveUp() }
  }

  private func giveUp() {
    run?.cancel()
    end(.failure(.abandoned))
  }

  private func end(_ outcome: PlanComposer.Outcome) {
    guard !isOver else { return }
    isOver = true
    run = nil
    watch?.end()
    watch = nil
    self.outcome.bring(outcome)
  }
}
