// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import Edges
import HTTPServer
import HTTPValues
import Reactor
import Sites

/// Records the outcomes of requests in counters and events. It belongs to a loop.
struct RequestObserver {
  private let counters: GatewayCounters?
  private let events: RequestEvents?
  /// Counts answers for the sketch of the traffic; `nil` where none is kept.
  private let traffic: TrafficCounter?
  private let core: LoopCore

  init(
    _ counters: GatewayCounters?,
    _ events: RequestEvents?,
    _ traffic: TrafficCounter? = nil,
    on core: LoopCore
  ) {
    self.counters = counters
    self.events = events
    self.traffic = traffic
    self.core = core
  }

  /// Records a request that was answered without a task.
  func answered(
    _ request: borrowing RequestView,
    from peer: Peer,
    with answer: ReadyAnswer,
    _ given: GivenAnswer
  ) {
    if let counters {
      counters.answered(given.source, at: given.step)
      if case .content(let content) = given.content { traffic?.count(content.shared, for: request) }
      counters.resolved(given.resolution)
      record(given, answer.status, nil, of: nil)
      let facts = RequestMeter.Facts(
        method: request.method,
        scheme: request.scheme,
        version: request.version,
        status: answer.status,
        route: given.route,
        result: given.cacheResult
      )
      counters.requests.answeredAtOnce(facts, bytes: answer.bodyBytes, request.fields)
    }
    events?.record(
      request,
      from: peer,
      status: answer.statusCode,
      given,
      nil,
      at: core.wallNanoseconds,
      answer: answer
    )
  }

  /// Records a request that was answered after a wait.
  func answered(
    _ request: borrowing RequestView,
    of exchange: Exchange,
    with answer: ReadyAnswer,
    _ given: GivenAnswer,
    _ times: CallTimes?
  ) {
    counters?.answered(given.source, at: given.step)
    if case .content(let content) = given.content, content.shared.mayBeKept {
      traffic?.count(content.shared, for: request)
    }
    counters?.resolved(given.resolution)
    record(given, answer.status, times, of: exchange)
    if let times, let counters {
      for place in times.degraded {
        let call = times.calls[place]
        counters.degraded(part: call.call, of: given.route, call.backend, call.outcome)
      }
    }
    measure(
      request,
      of: exchange,
      for: given.route,
      answer.status,
      given.cacheResult,
      sent: answer.bodyBytes
    )
    events?.record(
      request,
      from: exchange.peer,
      status: answer.statusCode,
      given,
      times,
      at: core.wallNanoseconds,
      answer: answer
    )
  }

  /// Records how the edition of an answer fares, where rollouts are declared.
  private func record(
    _ given: GivenAnswer,
    _ status: Status,
    _ times: CallTimes?,
    of exchange: Exchange?
  ) {
    guard let rollout = counters?.rollout else { return }
    rollout.answered(
      given.source,
      status,
      route: given.route,
      ofCandidate: given.isOfCandidate,
      isKept: given.failure != nil && times == nil,
      isDegraded: given.isDegraded,
      composed: times?.areWhole ?? false ? exchange?.age : nil
    )
  }

  /// Records a request without an answer of its handler: its client left or sent no proper body, or
  /// the handler failed.
  func failed(
    _ exchange: Exchange,
    at step: RequestStep,
    of document: String,
    _ error: any Error,
    _ times: CallTimes? = nil
  ) {
    let failure = error as? any Failure
    // For any other error the server answers in the handler's place.
    let status = failure == nil ? .internalServerError : failure?.status
    exchange.request.withView { request in
      measure(request, of: exchange, for: document, status, .none, sent: exchange.bytesWritten)
      events?.record(
        request,
        from: exchange.peer,
        failedAt: step,
        of: document,
        status: status,
        failure,
        times,
        at: core.wallNanoseconds
      )
    }
  }

  /// Takes over the trusted edges of a new publication.
  func renew(_ edges: TrustedEdges?) { if let edges { events?.edges = edges } }

  /// Records what could not be read of a visitor's fields.
  ///
  /// - Parameter isNew: whether the visitor asks for the links of an audience, for the sketch of the traffic.
  func read(_ visitor: Visitor, isNew: Bool) {
    if isNew { traffic?.saw(visitor) }
    for name in AppField.names(of: visitor.dropped) { counters?.dropped(memberNamed: name) }
  }

  /// Records that a request is passed on to a service, or to the record service.
  func passed(_ source: GatewayCounters.Source, _ record: PassRecord) {
    record.keepsFields = !(events?.headers.response.isEmpty ?? true)
    counters?.answered(source, at: .pass)
  }

  /// Records the end of a request that was passed on.
  func ended(_ exchange: Exchange, _ record: PassRecord) {
    let prefix = record.route.facts.prefix
    let times = record.times
    let head = times.headNanoseconds
    counters?.phases.record(.pass, of: prefix, nanoseconds: head)
    if exchange.status != nil {
      let written = exchange.age.nanoseconds - head
      counters?.phases.record(.write, of: prefix, nanoseconds: max(0, written))
    }
    exchange.request.withView { request in
      measure(
        request,
        of: exchange,
        for: prefix,
        exchange.status,
        record.cacheResult,
        sent: exchange.bytesWritten
      )
      events?.record(
        request,
        from: exchange.peer,
        record,
        times,
        status: exchange.status,
        exchange.refusal,
        isWhole: exchange.hasFinished,
        after: exchange.age,
        at: core.wallNanoseconds
      )
    }
  }

  private func measure(
    _ request: borrowing RequestView,
    of exchange: Exchange,
    for route: String,
    _ status: Status?,
    _ result: CacheResult,
    sent: Int
  ) {
    guard let counters else { return }
    let facts = RequestMeter.Facts(
      method: request.method,
      scheme: request.scheme,
      version: request.version,
      status: status,
      route: route,
      result: result
    )
    counters.requests.answered(
      facts,
      after: exchange.age,
      received: exchange.bytesRead,
      sent: sent,
      request.fields
    )
  }
}

extension ReadyAnswer {
  fileprivate var statusCode: Int { Int(status.code) }

  fileprivate var status: Status {
    switch self {
    case .prepared(let response): response.status
    case .response(let response, body: _): response.status
    }
  }

  fileprivate var bodyBytes: Int {
    switch self {
    case .prepared(let response): response.body.count
    case .response(_, let body): body.count
    }
  }
}
