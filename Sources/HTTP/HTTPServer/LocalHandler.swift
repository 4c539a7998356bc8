// SPDX-License-Identifier: Apache-2.0

import HTTP2
package import HTTPValues
package import Reactor
package import Signals

/// A handler that gets its requests in this process, without a listener. It lives on its loop.
package final class LocalHandler {
  package let core: LoopCore
  private let handler: any RequestHandler
  private let limits: ServerLimits
  private let counters: ServerCounters
  private let peer: Peer
  private var date = DateField()

  package init(
    _ handler: any RequestHandler,
    on core: LoopCore,
    limits: ServerLimits = ServerLimits(),
    signals: ServerSignals
  ) throws(SignalFault) {
    self.handler = handler
    self.core = core
    self.limits = limits
    counters = try ServerCounters(signals)
    peer = Peer(client: .loopback(port: 0), local: .loopback(port: 0), layer: nil)
  }

  /// Shows a request to the handler, and returns the exchange with which the work on it begins.
  package func exchange(for request: Request, over stream: any ExchangeStream) -> Exchange {
    let work: Exchange.Handler =
      switch request.withView({ handler.answer($0, from: peer) }) {
      case .ready(let answer):
        .events { exchange in
          exchange.answerOrAbort(answer)
          return .none
        }
      case .later(let task): .task(task)
      case .begun(let begin): .events(begin)
      }
    return Exchange(
      request,
      from: peer,
      bodyLimit: limits.bodyBytes,
      counters,
      on: core,
      stream,
      work
    )
  }

  /// Adds the Date field where there is none.
  package func addDate(to fields: inout Fields) {
    guard !fields.contains("date") else { return }
    date.update(core.wallSeconds)
    fields.append(contentsOf: date.fields)
  }
}

extension ReadyAnswer {
  /// The response and its body.
  package var parts: (response: Response, body: [UInt8]) {
    switch self {
    case .prepared(let prepared):
      (Response(prepared.status, fields: prepared.http2Head.fields), prepared.body)
    case .response(let response, let body): (response, body)
    }
  }
}
