// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPForwarding
import HTTPValues
import Reactor

/// The service behind a pass, with all that is known of its endpoints. It lives on a loop.
final class BackendUpstream: Upstream {
  /// The first of the declared addresses: requests that name nobody are for it.
  let origin: Origin
  private let backend: Backend

  init(_ backend: Backend, _ origin: Origin) {
    self.backend = backend
    self.origin = origin
  }

  func open(
    _ request: Request,
    body: CallBody,
    options: CallOptions,
    interim: ((Response) async -> Void)?
  ) async throws(ForwardingFault) -> any ForwardedCall {
    do throws(BackendFault) {
      let stream = try await backend.open(
        request,
        body: body,
        options: options,
        interim: interim
      )
      return PassedCall(stream)
    } catch {
      throw ForwardingFault(error)
    }
  }
}

private final class PassedCall: ForwardedCall {
  private let stream: BackendStream

  init(_ stream: BackendStream) { self.stream = stream }

  var exchange: ClientExchange { stream.exchange }

  func waitForHead(_ interim: ((Response) async -> Void)?) async throws(ForwardingFault) {
    do throws(BackendFault) {
      try await stream.waitForHead(interim)
    } catch {
      throw ForwardingFault(error)
    }
  }

  func ended(_ error: ClientError?) { stream.ended(error) }
}
