// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Reactor
import Testing

/// Notes when a timer fires, and sets it anew as often as it is told.
private final class Firing: DeadlineHandler {
  var timer: PreciseTimer?
  var fired: [Instant] = []
  var pauses: [Duration]
  let done: () -> Void
  let core: LoopCore

  init(_ pauses: [Duration], on core: LoopCore, _ done: @escaping () -> Void) {
    (self.pauses, self.core, self.done) = (pauses, core, done)
  }

  func next() {
    guard !pauses.isEmpty else {
      timer?.close()
      timer = nil
      return done()
    }
    timer?.arm(core.momentNow + pauses.removeFirst())
  }

  func deadlineReached() {
    fired.append(core.momentNow)
    next()
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A precise timer` {
  @Test
  func `A precise timer fires once for each time it is set, never early, also for a past instant`()
    async throws
  {
    let running = try RunningLoop()
    let pauses: [Duration] = [.microseconds(300), .microseconds(-50), .milliseconds(2), .zero]
    let (began, fired) = try await withCheckedThrowingContinuation { continuation in
      running.loop.execute {
        let core = running.loop.core
        let began = core.momentNow
        var firing: Firing?
        firing = Firing(pauses, on: core) {
          continuation.resume(returning: (began, firing?.fired ?? []))
          firing = nil
        }
        do {
          firing?.timer = try firing.map { try PreciseTimer(on: core, $0) }
          firing?.next()
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
    try #require(fired.count == 4)
    #expect(fired[0] >= began + .microseconds(300))
    #expect(fired[2] >= fired[1] + .milliseconds(2))
  }

  @Test func `A precise timer that is set anew forgets the instant before`() async throws {
    let running = try RunningLoop()
    let fired = try await withCheckedThrowingContinuation { continuation in
      running.loop.execute {
        let core = running.loop.core
        var firing: Firing?
        firing = Firing([], on: core) {
          continuation.resume(returning: firing?.fired.count ?? 0)
          firing = nil
        }
        do {
          firing?.timer = try firing.map { try PreciseTimer(on: core, $0) }
          firing?.timer?.arm(core.momentNow)
          firing?.timer?.arm(core.momentNow + .milliseconds(1))
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
    #expect(fired == 1)
  }
}
