// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// A connection to an origin, whatever it speaks.
protocol ClientConnection: AnyObject {
  /// Time that it took to open, which its first call takes over.
  var connectTime: Duration? { get set }
  /// Sends a request; its response goes to `exchange`.
  func send(_ request: Request, _ body: CallBody, _ exchange: ClientExchange) throws(ClientError)
  /// Whether the connection can take a call, as far as its socket knows; it ends when it cannot.
  func isFit() -> Bool
  /// Takes no more calls: closes now, or behind the last one that is under way.
  func retire(_ reason: ConnectionEnd)
}

/// Connection as its exchange uses it.
protocol ClientStream: AnyObject {
  /// Takes a piece of the request's body; `false` when the writer has to wait for `outputDrained`.
  func write(_ bytes: Span<UInt8>) throws(ClientError) -> Bool
  func finish(trailers: Fields) throws(ClientError)
  /// The reader took `count` bytes.
  func consumed(_ count: Int)
  /// Ends the call, the stream where there are several, else the connection, without another word
  /// to the exchange.
  func cancel()
}
