// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import HTTPClient
package import HTTPValues

/// A server, or several that stand for one, that requests are passed on to. It lives on a loop.
package protocol Upstream: AnyObject {
  /// Who is asked where a request names nobody.
  var origin: Origin { get }

  /// Sends a request on. One with a streamed body is on its way when this returns; of all others the
  /// head of the answer has come. `interim` is shown what comes before it.
  func open(
    _ request: Request,
    body: CallBody,
    options: CallOptions,
    interim: ((Response) async -> Void)?
  ) async throws(ForwardingFault) -> any ForwardedCall
}

/// A request that was sent on.
package protocol ForwardedCall: AnyObject {
  /// The request on its way and the answer that comes back.
  var exchange: ClientExchange { get }

  /// Waits for the head of the answer; `interim` is shown what comes before.
  func waitForHead(_ interim: ((Response) async -> Void)?) async throws(ForwardingFault)

  /// The answer was read to its end, or to where it broke; to be said once.
  func ended(_ error: ClientError?)
}

extension ForwardedCall {
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

  /// Gives the call up.
  package func cancel() {
    exchange.cancel()
    ended(nil)
  }
}

/// One server at one place.
final class SingleUpstream: Upstream {
  let origin: Origin
  private let client: HTTPClient

  init(_ client: HTTPClient, _ origin: Origin) {
    self.client = client
    self.origin = origin
  }

  func open(
    _ request: Request,
    body: CallBody,
    options: CallOptions,
    interim: ((Response) async -> Void)?
  ) async throws(ForwardingFault) -> any ForwardedCall {
    do throws(ClientError) {
      let exchange =
        body.isReplayable
        ? try await client.open(
          request,
          to: origin,
          body: body,
          options: options,
          interim: interim
        )
        : try await client.begin(request, to: origin, body: body, options: options)
      return SingleCall(exchange)
    } catch {
      throw ForwardingFault(error)
    }
  }
}

private final class SingleCall: ForwardedCall {
  let exchange: ClientExchange

  init(_ exchange: ClientExchange) { self.exchange = exchange }

  func waitForHead(_ interim: ((Response) async -> Void)?) async throws(ForwardingFault) {
    do throws(ClientError) {
      try await exchange.waitForHead(interim)
    } catch {
      throw ForwardingFault(error)
    }
  }

  func ended(_ error: ClientError?) {}
}
