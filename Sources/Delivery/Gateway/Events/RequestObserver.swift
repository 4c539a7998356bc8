// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import HTTPServer
import HTTPValues
import Reactor

/// Records in counters and events what became of requests. It belongs to a loop.
struct RequestObserver {
  private let counters: GatewayCounters?
  private let events: RequestEvents?
  private let core: LoopCore

  init(_ counters: GatewayCounters?, _ events: RequestEvents?, on core: LoopCore) {
    self.counters = counters
    self.events = events
    self.core = core
  }

  /// A request was answered without a task.
  func answered(_ request: borrowing RequestView, with answer: ReadyAnswer, _ given: GivenAnswer) {
    if let counters {
      counters.answered(given.source, at: given.step)
      let facts = RequestMeter.Facts(
        method: request.method,
        version: request.version,
        status: answer.status,
        route: given.route
      )
      counters.requests.answeredAtOnce(facts, bytes: answer.bodyBytes, request.fields)
    }
    events?.record(request, status: answer.statusCode, given, nil, at: core.wallNanoseconds)
  }

  /// A request was answered that had to wait.
  func answered(
    _ exchange: Exchange,
    with answer: ReadyAnswer,
    _ given: GivenAnswer,
    _ times: PlanTimes?
  ) {
    counters?.answered(given.source, at: given.step)
    for call in times?.calls ?? [] where call.outcome == .failed || call.outcome == .stale {
      counters?.degraded(part: call.call, of: given.route, call.backend, call.outcome)
    }
    measure(exchange, for: given.route, answer.status, sent: answer.bodyBytes)
    guard let events else { return }
    exchange.request.withView {
      events.record($0, status: answer.statusCode, given, times, at: core.wallNanoseconds)
    }
  }

  /// Who asks was read from a request's fields.
  func read(_ visitor: Visitor) {
    for name in AppField.names(of: visitor.dropped) { counters?.dropped(memberNamed: name) }
  }

  /// A request goes to a service as it is.
  func passed() { counters?.answered(.passed, at: .pass) }

  /// A request that went to a service is over.
  func ended(_ exchange: Exchange, along pass: String) {
    measure(exchange, for: pass, exchange.status, sent: exchange.bytesWritten)
  }

  private func measure(
    _ exchange: Exchange,
    for route: String,
    _ status: Status?,
    sent: Int
  ) {
    guard let counters else { return }
    let facts = RequestMeter.Facts(
      method: exchange.request.method,
      version: exchange.request.version,
      status: status,
      route: route
    )
    exchange.request.withView {
      counters.requests.answered(
        facts,
        after: exchange.age,
        received: exchange.bytesRead,
        sent: sent,
        $0.fields
      )
    }
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
