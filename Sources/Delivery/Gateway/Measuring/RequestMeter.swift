// SPDX-License-Identifier: Apache-2.0
//
// Names and labels are OpenTelemetry's for HTTP servers. The route is the path of a document or the
// prefix of a pass, never the path of a request; what has neither, such as a 404, has an empty one.

import HTTPValues
import Reactor
import Signals

/// Records the durations and sizes of requests and answers, by method, route, status and protocol.
/// It belongs to a loop.
///
/// A request that is answered in the turn that read it has taken as long as that turn: its record
/// waits for the end of the turn, when the loop reads the clock anyway.
final class RequestMeter: TurnMeter {
  /// The facts that become labels.
  struct Facts {
    let method: Method
    var scheme = Scheme.http
    let version: Version
    /// `nil` if the client left before there was an answer.
    let status: Status?
    let route: String
    let result: CacheResult
  }

  /// The facts of the last request in a slot: its route, and all others as one number.
  private struct Key {
    let number: UInt32
    let route: String
  }

  /// The series of the requests with the same facts.
  private struct Line {
    let durations: Histogram
    let responseSizes: Histogram
    let requestSizes: Histogram
    let answers: Counter
  }

  /// Number of lines for the latest combinations of facts, each in one slot of the set that its
  /// hash selects. Routes in the same slot would be looked up anew each time, which costs a
  /// microsecond.
  private static let places = 1_024
  private static let placesOfSet = 4
  /// Number of bytes at the end of a route that are hashed.
  private static let hashedBytes = 8

  private let signals: RequestSignals
  private let shard: SignalShard
  private let core: LoopCore
  private var keys = [Key?](repeating: nil, count: RequestMeter.places)
  private var lines: [Line]
  /// The slot of a full set that is replaced next.
  private var given = 0
  /// The beginning of this turn, if it has answered a request.
  private var begun = Instant(nanoseconds: 0)
  /// The series of the requests of this turn, and again of those with a trace.
  private var waiting: [Histogram] = []
  private var traced: [(durations: Histogram, trace: TraceContext)] = []
  private var labels = RouteLabels(documents: 0)

  init(_ signals: RequestSignals, _ shard: SignalShard, on core: LoopCore) {
    self.signals = signals
    self.shard = shard
    self.core = core
    // All slots are empty at first.
    let none = Histogram(slot: 0, unit: .none)
    let line = Line(
      durations: none,
      responseSizes: none,
      requestSizes: none,
      answers: Counter(slot: 0, unit: .none)
    )
    lines = [Line](repeating: line, count: RequestMeter.places)
  }

  /// Updates the labels for the site's number of documents.
  func renew(documents: Int) {
    let labels = RouteLabels(documents: documents)
    guard labels != self.labels else { return }
    self.labels = labels
    keys = [Key?](repeating: nil, count: RequestMeter.places)
  }

  func began() { shard.adjust(signals.active, by: 1) }

  func ended() { shard.adjust(signals.active, by: -1) }

  /// Records a request that was answered in this turn, with the bytes of its answer.
  func answeredAtOnce(_ facts: Facts, bytes: Int, _ fields: FieldsView) {
    if waiting.isEmpty {
      begun = core.now
      core.atEndOfTurn(self)
    }
    let line = line(of: facts)
    shard.add(line.answers)
    shard.record(line.responseSizes, bytes)
    waiting.append(line.durations)
    if let trace = TraceContext(fields) { traced.append((line.durations, trace)) }
  }

  func turnEnded(at end: Instant) {
    let taken = end.nanoseconds(since: begun)
    for durations in waiting { shard.record(durations, Int(taken)) }
    waiting.removeAll(keepingCapacity: true)
    guard !traced.isEmpty else { return }
    for request in traced { exemplify(request.durations, .nanoseconds(taken), request.trace) }
    traced.removeAll(keepingCapacity: true)
  }

  /// Records the end of a request that had to wait.
  func answered(
    _ facts: Facts,
    after taken: Duration,
    received: Int,
    sent: Int,
    _ fields: FieldsView
  ) {
    let line = line(of: facts)
    shard.add(line.answers)
    shard.record(line.durations, Int(taken.nanoseconds))
    if let trace = TraceContext(fields) { exemplify(line.durations, taken, trace) }
    shard.record(line.responseSizes, sent)
    if received > 0 { shard.record(line.requestSizes, received) }
  }

  private func exemplify(_ durations: Histogram, _ taken: Duration, _ trace: TraceContext) {
    shard.exemplify(durations, at: core.wallSeconds) {
      Exemplar(
        traceID: "\(trace.trace)",
        spanID: "\(trace.span)",
        value: Double(taken.nanoseconds) / SignalUnit.seconds.recordedPerBase,
        seconds: core.wallSeconds
      )
    }
  }

  private func line(of facts: Facts) -> Line {
    let number =
      UInt32(facts.status?.code ?? 0) << 16 | UInt32(facts.scheme.rawValue) << 12
      | UInt32(facts.version.rawValue) << 8
      | UInt32(facts.result.rawValue) << 4 | RequestSignals.number(of: facts.method)
    let route = facts.route.utf8Span.span
    var hash = number &* 0x9E37_79B1 ^ UInt32(truncatingIfNeeded: route.count)
    for index in max(0, route.count - RequestMeter.hashedBytes)..<route.count {
      hash = (hash ^ UInt32(route[index])) &* 0x0100_0193
    }
    let sets = UInt32(RequestMeter.places / RequestMeter.placesOfSet)
    let first = Int((hash ^ hash >> 15) % sets) * RequestMeter.placesOfSet
    for place in first..<first + RequestMeter.placesOfSet {
      if let key = keys[place], key.number == number, key.route == facts.route {
        return lines[place]
      }
    }
    return keep(facts, number, among: first..<first + RequestMeter.placesOfSet)
  }

  @inline(never)
  private func keep(_ facts: Facts, _ number: UInt32, among places: Range<Int>) -> Line {
    given &+= 1
    let place = places.first { keys[$0] == nil } ?? places.lowerBound + given % places.count
    keys[place] = Key(number: number, route: facts.route)
    lines[place] = makeLine(facts)
    return lines[place]
  }

  private func makeLine(_ facts: Facts) -> Line {
    let method = RequestSignals.methods[Int(RequestSignals.number(of: facts.method))]
    let route = labels.label(of: facts.route)
    let status = facts.status.map { "\($0.code)" } ?? ""
    let error =
      switch facts.status?.code {
      case nil: "cancelled"
      case let code? where code >= 500: status
      default: ""
      }
    return Line(
      durations: signals.durations.series([
        method, route, status, facts.version.label, error, "\(facts.scheme.name)",
      ]),
      responseSizes: signals.responseSizes.series([method, route]),
      requestSizes: signals.requestSizes.series([method, route]),
      answers: signals.answers.series([route, facts.result.name])
    )
  }
}

/// The metrics of requests by OpenTelemetry's conventions, declared once for all loops.
struct RequestSignals: Sendable {
  let durations: GrowingFamily<Histogram>
  let responseSizes: GrowingFamily<Histogram>
  let requestSizes: GrowingFamily<Histogram>
  let answers: GrowingFamily<Counter>
  let active: Gauge

  /// The values of the label for methods; others are `_OTHER`.
  static let methods = [
    "_OTHER", "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
    "QUERY",
  ]

  init(_ registry: SignalRegistry) throws(SignalFault) {
    durations = try registry.growing(
      MetricName.requestDurations,
      "Time from reading a request to the end of its answer.",
      unit: .seconds,
      labels: [
        "http_request_method", "http_route", "http_response_status_code",
        "network_protocol_version", "error_type", "url_scheme",
      ],
      folding: ["http_route", "http_request_method", "network_protocol_version"]
    )
    responseSizes = try RequestSignals.sizes(
      MetricName.answerSizes,
      "Size of the bodies of answers, as they are sent.",
      registry
    )
    requestSizes = try RequestSignals.sizes(
      MetricName.requestSizes,
      "Size of the bodies of requests that have one.",
      registry
    )
    answers = try registry.growing(
      MetricName.routeAnswers,
      "Answers by route and by what the caches did: none is what they have nothing to do with.",
      labels: ["http_route", "result"],
      folding: ["http_route"]
    )
    active = try registry.gauge(
      MetricName.activeRequests,
      "Requests that wait for a service, a body or each other."
    )
  }

  private static func sizes(
    _ name: String,
    _ help: String,
    _ registry: SignalRegistry
  ) throws(SignalFault) -> GrowingFamily<Histogram> {
    try registry.growing(
      name,
      help,
      unit: .bytes,
      labels: ["http_request_method", "http_route"],
      folding: ["http_route", "http_request_method"]
    )
  }

  /// The position of a method among the values of its label.
  static func number(of method: Method) -> UInt32 {
    switch method {
    case .other: 0
    case .get: 1
    case .head: 2
    case .post: 3
    case .put: 4
    case .delete: 5
    case .connect: 6
    case .options: 7
    case .trace: 8
    case .patch: 9
    case .query: 10
    }
  }
}
