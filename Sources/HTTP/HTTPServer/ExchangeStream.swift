// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import HTTPValues

/// One request's place in its connection.
package protocol ExchangeStream: AnyObject {
  var bodyLength: Int? { get }
  var requestTrailers: Fields { get }
  /// Appends what has come of the body since the last time.
  func take(into buffer: inout ByteBuffer) throws(ExchangeError) -> BodyProgress
  func sendInterim(_ response: Response) throws(ExchangeError)
  func send(_ answer: ReadyAnswer) throws(ExchangeError)
  func sendHead(_ response: Response, length: Int?) throws(ExchangeError)
  var canUpgrade: Bool { get }
  func upgrade(_ response: Response) throws(ExchangeError)
  /// Answers how much of the piece was taken; none while there is no room.
  func sendBody(_ bytes: Span<UInt8>) throws(ExchangeError) -> Int
  func finish(trailers: Fields) throws(ExchangeError)
  func abort()
  /// Leaves the client, and tells of it as if the client had left.
  func cancel()
  /// Calls `body` once the server is to stop, as long as the response is under way.
  func whenDraining(_ body: @escaping () -> Void)
}
