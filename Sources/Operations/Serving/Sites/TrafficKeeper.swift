// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Editions
import Files
import Learning
import Reactor
import Synchronization

/// Keeps the sketch of a site's traffic in its state folder, and what visitors ask for next.
final class TrafficKeeper: Sendable {
  /// The seconds between two writes; what came since is lost when the process is killed.
  private static let interval: Int64 = 300
  /// The counts of loops that wait to be added.
  private static let mostWaiting = 256

  private struct State {
    var sketch: TrafficSketch
    var written: Int64
  }

  /// Learns what visitors ask for next.
  let hints: HintLearning
  private let folder: String
  private let publisher: Publisher
  private let report: @Sendable (String) -> Void
  private let state: Mutex<State>
  /// The largest thing that the sketch counts, for loops, which never wait for the sketch.
  private let largestThing: Atomic<UInt64>
  private let worker: WorkerPool

  /// Goes on with what the process before has kept. What cannot be read is begun anew, which is reported.
  init(
    in folder: String,
    of publisher: Publisher,
    report: @escaping @Sendable (String) -> Void
  ) throws {
    (self.folder, self.publisher, self.report) = (folder, publisher, report)
    worker = WorkerPool("traffic", threads: 1, capacity: TrafficKeeper.mostWaiting, on: .background)
    var sketch: TrafficSketch?
    do {
      sketch = try TrafficSketch(keptIn: folder)
    } catch {
      report("\(error); the traffic is counted anew")
    }
    var routes: NextRoutes?
    do {
      routes = try NextRoutes(keptIn: folder)
    } catch {
      report("\(error); what visitors ask for next is learned anew")
    }
    routes?.age(to: UnixTime.now.seconds)
    hints = HintLearning(routes ?? NextRoutes())
    let known = sketch ?? TrafficSketch()
    largestThing = Atomic(known.largestThing)
    state = Mutex(State(sketch: known, written: UnixTime.now.seconds))
  }

  /// The sketch, with what loops have told so far.
  func sketch() async throws -> TrafficSketch {
    try await worker.run { [self] in state.withLock(\.sketch) }
  }

  /// Adds what a loop has answered, on a thread of its own. Returns the largest thing that was counted so far.
  func take(_ count: TrafficCount) -> UInt64 {
    // Where too much waits, a few seconds of one loop are left out.
    _ = worker.submit { [self] in
      let now = UnixTime.now.seconds
      hints.take(count.visits, lost: count.lostVisits, at: now * 1_000)
      let due = state.withLock { state in
        state.sketch.add(count, at: now)
        largestThing.store(state.sketch.largestThing, ordering: .relaxed)
        guard now - state.written >= TrafficKeeper.interval else { return false }
        state.written = now
        return true
      }
      if due { write() }
    }
    return largestThing.load(ordering: .relaxed)
  }

  /// Writes the sketch, once everything is added that was handed over.
  func close() async {
    do {
      try await worker.run { [self] in write() }
    } catch {
      report("the traffic of the last minutes is not kept: \(error)")
    }
    worker.close()
  }

  private func write() {
    var sketch = state.withLock { $0.sketch }
    sketch.edition = publisher.publication?.edition.name
    do throws(FileError) {
      try sketch.keep(in: folder)
      let learned = hints.report
      if learned.settings != nil { try learned.routes.keep(in: folder) }
    } catch {
      report("the traffic is not kept: \(error)")
    }
  }
}
