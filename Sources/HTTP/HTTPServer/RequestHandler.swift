// SPDX-License-Identifier: Apache-2.0

package import HTTPValues
package import Reactor

/// Handler of the requests of one loop.
///
/// Every loop has a handler of its own, so a handler needs no locks and may be a plain class.
package protocol RequestHandler: AnyObject {
  /// Answers at once what can be answered at once, without a task. The request lies in the read
  /// buffer: look at it, keep nothing of it.
  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer
  /// Times what is around the handler; `nil` where it does not want to know.
  var wireTimes: WireTimes? { get }
}

extension RequestHandler {
  package var wireTimes: WireTimes? { nil }
}

/// The decision of a handler about a request, made without waiting.
package enum Answer {
  /// The response is there.
  case ready(ReadyAnswer)
  /// Something has to be waited for: the rest of the handler's work, with all that it found out about
  /// the request. It runs on the connection's loop, and its task is cancelled when the client goes
  /// away.
  case later((Exchange) async throws -> Void)
  /// The same for work that needs no task as far as the handler knows; it begins at once.
  case begun((Exchange) -> ExchangeWork)

  /// A response that is ready, byte for byte.
  package static func prepared(_ response: PreparedResponse) -> Answer {
    .ready(.prepared(response))
  }

  /// A small response made on the spot.
  package static func response(_ response: Response, body: [UInt8]) -> Answer {
    .ready(.response(response, body: body))
  }
}

/// Work that goes on after a handler has begun an answer.
package enum ExchangeWork {
  /// Nothing, since the answer is given.
  case none
  /// A task, which is cancelled when the client goes away.
  case task((Exchange) async throws -> Void)
  /// Events, of which this observer is told until the answer is given.
  case events(any ExchangeObserver)
}

/// Is told what happens to an exchange that no task waits for.
package protocol ExchangeObserver: AnyObject {
  /// The client takes more of the response's body.
  func exchangeHasRoom()
  /// More of the request's body has come, or its end, or none will.
  func exchangeHasContent()
  /// The client is gone; nothing else is told.
  func exchangeClosed()
}

// Most answer requests without a body, or read it before.
extension ExchangeObserver {
  package func exchangeHasContent() {}
}

/// A whole response that waits for nothing.
package enum ReadyAnswer {
  /// One that is ready, byte for byte.
  case prepared(PreparedResponse)
  /// A small one made on the spot.
  case response(Response, body: [UInt8])
}

/// Other end of a connection.
package final class Peer {
  /// The client: the socket's peer, or whom a trusted PROXY header names.
  package let client: SocketAddress
  /// Where the client connected to.
  package let local: SocketAddress
  /// The protocol between the socket and HTTP, if there is one.
  package let layer: (any StreamLayer)?

  package init(client: SocketAddress, local: SocketAddress, layer: (any StreamLayer)?) {
    self.client = client
    self.local = local
    self.layer = layer
  }

  package var scheme: Scheme { layer == nil ? .http : .https }
}
