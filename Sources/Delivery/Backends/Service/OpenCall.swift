// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import HTTPClient
package import HTTPValues

/// A streamed call whose body is sent, or whose answer is read as it comes.
///
/// It is load of its endpoint until it has ended, or until it is dropped.
package struct OpenCall {
  /// The exchange of the request and the answer.
  package let exchange: ClientExchange
  private let call: Call

  init(_ call: Call, _ exchange: ClientExchange) {
    self.call = call
    self.exchange = exchange
  }

  /// The endpoint that the request was sent to.
  package var endpoint: Destination? { call.endpoint }

  /// Appends the next bytes of the answer; `false` at its end.
  package func read(into buffer: inout ByteBuffer) async throws(ClientError) -> Bool {
    do throws(ClientError) {
      if try await exchange.read(into: &buffer) { return true }
      call.ended(nil)
      return false
    } catch {
      call.ended(error)
      throw error
    }
  }

  /// Appends what has come of the answer, without waiting for more.
  package func take(into buffer: inout ByteBuffer) throws(ClientError) -> BodyProgress {
    do throws(ClientError) {
      let taken = try exchange.take(into: &buffer)
      if case .end = taken { call.ended(nil) }
      return taken
    } catch {
      call.ended(error)
      throw error
    }
  }

  /// The body of the request has come whole and was sent.
  package func uploaded() { call.uploaded() }

  /// The answer was read to its end, or to where it broke.
  package func ended(_ error: ClientError?) { call.ended(error) }

  /// Gives the call up.
  package func cancel() { call.cancel() }
}
