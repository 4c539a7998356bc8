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
    counters?.answered(given.source, at: given.step)
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
}

extension ReadyAnswer {
  fileprivate var statusCode: Int {
    switch self {
    case .prepared(let response): Int(response.status.code)
    case .response(let response, body: _): Int(response.status.code)
    }
  }
}
