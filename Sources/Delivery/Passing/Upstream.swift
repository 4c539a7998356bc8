// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import HTTPClient
package import HTTPValues
package import Reactor

/// A server, or several that stand for one, that requests are passed on to. It lives on a loop.
package protocol Upstream: AnyObject {
  /// Origin of requests that name no other.
  var origin: Origin { get }
  /// The inside of its loop.
  var core: LoopCore { get }

  /// Whether a request could be sent now whose body is still coming.
  var hasRoomForUpload: Bool { get }

  /// Sends a request on and tells `whenOpen` what came of it, which may be before this returns. One with
  /// a streamed body is on its way then; of all others the head of the answer has come. `interim` is
  /// shown what comes before it.
  func begin(
    _ request: consuming Request,
    body: CallBody,
    options: CallOptions,
    interim: ((Response) -> Void)?,
    whenOpen: @escaping (Result<any ForwardedCall, ForwardingFault>) -> Void
  ) -> any PendingForward
}

/// A request that was sent on, and nothing has come of it.
package protocol PendingForward: AnyObject {
  /// Gives the request up; `whenOpen` is told that it was cancelled.
  func cancel()
}

extension Upstream {
  /// Sends a request on and waits for what `begin` tells; cancelling the task gives it up.
  package func open(
    _ request: Request,
    body: CallBody,
    options: CallOptions,
    interim: ((Response) -> Void)?
  ) async throws(ForwardingFault) -> any ForwardedCall {
    let outcome = Awaited<Result<any ForwardedCall, ForwardingFault>>()
    let pending = begin(request, body: body, options: options, interim: interim) {
      outcome.bring($0)
    }
    return try await outcome.value(of: pending, on: core) { $0.cancel() }.get()
  }
}

/// A request that was sent on.
package protocol ForwardedCall: AnyObject {
  /// The request on its way and the answer that comes back.
  var exchange: ClientExchange { get }
  /// The address that was asked; `nil` where it is always the same.
  var endpoint: Destination? { get }

  /// Waits for the head of the answer; `interim` is shown what comes before.
  func waitForHead(_ interim: ((Response) -> Void)?) async throws(ForwardingFault)

  /// The body of the request has come whole and was sent.
  func uploaded()

  /// The answer was read to its end, or to where it broke; to be said once.
  func ended(_ error: ClientError?)
}

extension ForwardedCall {
  package var endpoint: Destination? { nil }

  /// Appends the next bytes of the answer; `false` at its end.
  package func read(into buffer: inout ByteBuffer) async throws(ClientError) -> Bool {
    do throws(ClientError) {
      if try await exchange.read(into: &buffer) { return true }
      ended(nil)
      return false
    } catch {
      ended(error)
      throw error
    }
  }

  /// Appends what has come of the answer, without waiting for more.
  package func take(into buffer: inout ByteBuffer) throws(ClientError) -> ClientExchange.Taken {
    do throws(ClientError) {
      let taken = try exchange.take(into: &buffer)
      if case .end = taken { ended(nil) }
      return taken
    } catch {
      ended(error)
      throw error
    }
  }

  /// Gives the call up.
  package func cancel() {
    exchange.cancel()
    ended(nil)
  }
}
