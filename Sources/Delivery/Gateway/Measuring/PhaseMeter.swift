// SPDX-License-Identifier: Apache-2.0
//
// A look at the clock costs about as much as all other metrics of a request. So the phases of a request
// that is answered at once are measured for one request in 64 on each loop, which `WireTimes` chooses; those
// that may wait, and those that are long beside a look at the clock, are measured always.

import HTTPServer
import Reactor
import Signals

/// A part of a request's handling whose duration is recorded: the steps by their names, and the
/// parts around them.
enum RequestPhase: Int, SignalChoice {
  /// From the moment at which the loop could have read the request until it parses it.
  case queue
  /// Reading the head of the request out of its bytes; over HTTP/2 out of the frames before its end.
  case parse
  case limit
  case recall
  case route
  case recognize
  case lookup
  /// Writing the head of the answer, or preparing to.
  case deliver
  /// Reading the body of a QUERY.
  case query
  /// The calls of a plan, until the last that is waited for.
  case calls
  /// Composing one answer from the answers of calls, without its coding.
  case compose
  /// Compressing an answer before it is sent.
  case encode
  /// Passing a request on, until the head of the answer has come.
  case pass
  /// From the moment at which an answer is ready until the kernel has all of it.
  case write
}

/// Records the durations of the phases of requests, by route. It belongs to a loop.
final class PhaseMeter {
  /// One value for each phase.
  private typealias ByPhase<Value> = InlineArray<14, Value>

  /// The histograms of one route.
  private final class Series {
    let route: String
    var histograms = ByPhase<Histogram?>(repeating: nil)

    init(_ route: String) { self.route = route }
  }

  private let signals: PhaseSignals
  private let shard: SignalShard
  private let core: LoopCore
  private var series: [String: Series] = [:]
  /// Cache of the last lookup in `series`: the phases of one request have the same route.
  private var latest: Series?
  private var labels = RouteLabels(documents: 0)
  let wire: WireTimes
  /// Whether the present request is measured.
  private var isMeasuring = false
  /// The end of the last phase of the present request.
  private var last: Instant
  /// The nanoseconds of each phase of the present request; -1 for one that it skips.
  private var taken = ByPhase<Int64>(repeating: -1)

  init(_ signals: PhaseSignals, _ shard: SignalShard, _ wire: WireTimes, on core: LoopCore) {
    self.wire = wire
    self.signals = signals
    self.shard = shard
    self.core = core
    last = core.now
  }

  /// Updates the labels for the site's number of documents.
  func renew(documents: Int) {
    labels = RouteLabels(documents: documents)
    series = [:]
    latest = nil
  }

  /// Begins with a new request.
  @inline(__always)
  func begin() { if wire.isChosen { measure() } }

  @inline(never)
  private func measure() {
    isMeasuring = true
    for index in taken.indices { taken[index] = -1 }
    last = wire.parsingBegan
    taken[RequestPhase.queue.rawValue] = last.nanoseconds(since: core.readySince)
    end(.parse)
  }

  /// Ends a phase of the present request and begins the next one.
  @inline(__always)
  func ended(_ phase: RequestPhase) { if isMeasuring { end(phase) } }

  @inline(never)
  private func end(_ phase: RequestPhase) {
    let now = core.momentNow
    taken[phase.rawValue] = now.nanoseconds(since: last)
    last = now
  }

  /// Ends with the present request before it waits.
  @inline(__always)
  func finish(_ route: @autoclosure () -> String) { if isMeasuring { keep(route()) } }

  /// The present request is answered; what is next is to write that.
  @inline(__always)
  func answered(_ route: @autoclosure () -> String) {
    guard isMeasuring else { return }
    keep(route())
    recordWriting(of: route())
  }

  /// Records how long it takes to write the answer that is given next.
  @inline(never)
  func recordWriting(of route: String) {
    wire.recordWriting(in: histogram(of: .write, route), of: shard)
  }

  @inline(never)
  private func keep(_ route: String) {
    isMeasuring = false
    for index in taken.indices where taken[index] >= 0 {
      guard let phase = RequestPhase(rawValue: index) else { continue }
      record(phase, of: route, nanoseconds: taken[index])
    }
  }

  /// Records a phase that is always measured.
  func record(_ phase: RequestPhase, of route: String, nanoseconds: Int64) {
    shard.record(histogram(of: phase, route), Int(nanoseconds))
  }

  private func histogram(of phase: RequestPhase, _ route: String) -> Histogram {
    let series = series(of: route)
    if let known = series.histograms[phase.rawValue] { return known }
    let new = signals.durations.series([labels.label(of: route), phase.name])
    series.histograms[phase.rawValue] = new
    return new
  }

  private func series(of route: String) -> Series {
    if let latest, latest.route == route { return latest }
    if let known = series[route] {
      latest = known
      return known
    }
    let new = Series(route)
    series[route] = new
    latest = new
    return new
  }

  /// Records a phase that began at a moment and ends now.
  func record(_ phase: RequestPhase, of route: String, since begun: Instant) {
    record(phase, of: route, nanoseconds: core.momentNow.nanoseconds(since: begun))
  }
}

/// The metrics of phases, declared once for all loops.
struct PhaseSignals: Sendable {
  let durations: GrowingFamily<Histogram>

  init(_ registry: SignalRegistry) throws(SignalFault) {
    durations = try registry.growing(
      MetricName.phases,
      "Time of a phase of requests, by route; of requests that wait for nothing one in 64 is measured.",
      unit: .seconds,
      labels: ["http_route", "phase"],
      folding: ["http_route"]
    )
  }
}
