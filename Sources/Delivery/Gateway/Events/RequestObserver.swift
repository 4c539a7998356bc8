// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import HTTPServer
import HTTPValues

/// Tells counters and events what became of requests. It belongs to a loop.
struct RequestObserver {
  private let counters: GatewayCounters?
  private let events: EventLog?

  init(_ counters: GatewayCounters?, _ events: EventLog?) {
    self.counters = counters
    self.events = events
  }

  /// A request was answered without a task.
  func answered(_ request: borrowing RequestView, with answer: ReadyAnswer, _ given: GivenAnswer) {
    counters?.answered(given.source, at: given.step)
    guard let events else { return }
    events.record(
      RequestEvent(
        RequestEvent.Origin(request, events.queries),
        status: answer.statusCode,
        given,
        nil
      )
    )
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
    let origin = exchange.request.withView { RequestEvent.Origin($0, events.queries) }
    events.record(RequestEvent(origin, status: answer.statusCode, given, times))
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
