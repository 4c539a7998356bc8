// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Reactor
import ResourceService
import Synchronization

/// The refusals of a server so far.
final class Refusals: Sendable {
  private let all = Mutex<[RefusalNote?]>([])

  /// That of the last request; `nil` for an answer that is no refusal.
  var last: RefusalNote? { all.withLock { $0.last ?? nil } }

  func add(_ refusal: RefusalNote?) { all.withLock { $0.append(refusal) } }
}

/// Answers the requests of a server with records alone; X-Client stands for the address of a client.
final class ServedRecords: RequestHandler {
  private let handler: ResourceHandler
  private let refusals: Refusals

  init(_ handler: ResourceHandler, _ refusals: Refusals = Refusals()) {
    (self.handler, self.refusals) = (handler, refusals)
  }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    .begun { [self] exchange in begin(exchange) }
  }

  func begin(_ exchange: Exchange) -> ExchangeWork {
    exchange.whenOver = { [refusals] in refusals.add($0.refusal) }
    let asked = exchange.request
    let address = asked.fields["x-client"] ?? exchange.peer.client.ip
    let sender = RecordSender(address: address, host: asked.authority)
    guard let request = handler.request(asked.method, asked.target, asked.fields, from: sender)
    else {
      let reply = handler.unreadable
      exchange.refusal = reply.refusal
      exchange.answerOrAbort(
        .response(Response(reply.status, fields: reply.fields), body: reply.body)
      )
      return .none
    }
    return handler.begin(exchange, request)
  }
}
