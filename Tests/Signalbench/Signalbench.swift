// SPDX-License-Identifier: Apache-2.0

import CLinux
import HTTPServer
import HTTPValues
import Reactor
import Signals

/// Measures what the metrics of one request cost a loop: its duration and size by method, route,
/// status and protocol and its phases, with the gateway's own meters, and two counters; and what its
/// event costs in the ring.
@main
struct Signalbench {
  static func main() async throws {
    print("Metrics of one request, ns of processor time, and bytes of memory left over:")
    for batch in [1, 16] {
      let group = try LoopGroup(count: 1)
      let loop = group.loops[0]
      let bare = try await Turns.run(batch: batch, measures: false, on: loop)
      let measured = try await Turns.run(batch: batch, measures: true, on: loop)
      group.stop()
      let cost = ((measured.nanoseconds - bare.nanoseconds) * 10).rounded() / 10
      print("  with \(batch) in a turn of the loop: \(cost), \(measured.bytes - bare.bytes)")
    }
    print("Its event, ns of processor time: \(try EventCost.measure())")
  }
}

/// Turns of a loop that answer some requests each, without reading or writing anything.
private final class Turns: WakeHandler {
  private static let requests = 1_600_000
  private static let rounds = 5

  private let batch: Int
  private let measures: Bool
  private let core: LoopCore
  private let shard: SignalShard
  private let meter: RequestMeter
  private let wire: WireTimes
  private let phases: PhaseMeter
  private let answers: Counter
  private let steps: Counter
  private let routes = (0..<60).map { "items/folder/document-\($0)" }
  private let request = Request(
    authority: "shop.example",
    target: "/items",
    fields: ["accept": "application/json", "accept-language": "fr-CA", "user-agent": "shop"]
  )
  private var left = Turns.requests / Turns.rounds
  private var round = 0
  private var start: Int64 = 0
  private var heap = 0
  private var best = Double.infinity
  private let whenDone: (Double, Int) -> Void

  private init(
    batch: Int,
    measures: Bool,
    on core: LoopCore,
    _ whenDone: @escaping (Double, Int) -> Void
  ) throws {
    self.batch = batch
    self.measures = measures
    self.core = core
    self.whenDone = whenDone
    let registry = try SignalRegistry().labelled("site", "shop")
    shard = try registry.makeShard()
    meter = RequestMeter(try RequestSignals(registry), shard, on: core)
    wire = WireTimes(on: core)
    phases = PhaseMeter(try PhaseSignals(registry), shard, wire, on: core)
    answers = try registry.counter("portico_answers_total", "Answers.")
    steps = try registry.counter("portico_request_steps_total", "Steps.")
  }

  /// Returns the best of some rounds, and the growth of the heap after the first one.
  static func run(
    batch: Int,
    measures: Bool,
    on loop: EventLoop
  ) async throws -> (nanoseconds: Double, bytes: Int) {
    try await withCheckedThrowingContinuation { continuation in
      loop.execute {
        do {
          let turns = try Turns(batch: batch, measures: measures, on: loop.core) {
            continuation.resume(returning: ($0, $1))
          }
          turns.start = clinux_clock(CLOCK_THREAD_CPUTIME_ID)
          loop.core.wakeInNextTurn(turns)
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }

  func woken() {
    request.withView { view in
      for number in 0..<batch {
        let facts = RequestMeter.Facts(
          method: .get,
          version: .http11,
          status: .ok,
          route: routes[(left + number) % routes.count],
          result: .hit
        )
        guard measures else { continue }
        wire.beginParsing()
        phases.begin()
        phases.ended(.limit)
        phases.ended(.recall)
        phases.ended(.deliver)
        shard.add(answers)
        shard.add(steps)
        meter.answeredAtOnce(facts, bytes: 2_048, view.fields)
        phases.answered(facts.route)
        _ = wire.takeWriting()
      }
    }
    left -= batch
    if left > 0 { return core.wakeInNextTurn(self) }
    let now = clinux_clock(CLOCK_THREAD_CPUTIME_ID)
    let count = Turns.requests / Turns.rounds
    if round == 0 {
      heap = Int(clinux_heap_in_use())
    } else {
      best = min(best, Double(now - start) / Double(count))
    }
    round += 1
    guard round < Turns.rounds else { return whenDone(best, Int(clinux_heap_in_use()) - heap) }
    (left, start) = (count, clinux_clock(CLOCK_THREAD_CPUTIME_ID))
    core.wakeInNextTurn(self)
  }
}
