// SPDX-License-Identifier: Apache-2.0

package import Backends
import HTTPClient
package import HTTPValues
package import Passing
import Reactor

/// The service behind a pass, with its endpoints. It belongs to a loop.
final class BackendUpstream: Upstream {
  /// The first of the declared addresses, the origin of requests without a host.
  let origin: Origin
  let core: LoopCore
  var hasRoomForUpload: Bool { backend.hasRoomForUpload }
  private let backend: Backend
  private let whenCalled: () -> Void

  init(
    _ backend: Backend,
    _ origin: Origin,
    on core: LoopCore,
    whenCalled: @escaping () -> Void
  ) {
    self.backend = backend
    self.origin = origin
    self.core = core
    self.whenCalled = whenCalled
  }

  func begin(
    _ request: consuming Request,
    body: CallBody,
    options: CallOptions,
    interim: ((Response) -> Void)?,
    whenOpen: @escaping (Result<any ForwardedCall, ForwardingFault>) -> Void
  ) -> any PendingForward {
    whenCalled()
    return backend.beginStream(request, body: body, options: options, interim: interim) { outcome in
      switch outcome {
      case .success(let stream): whenOpen(.success(stream))
      case .failure(let fault): whenOpen(.failure(ForwardingFault(fault)))
      }
    }
  }
}

extension RetriedCall: PendingForward {}

extension BackendStream: ForwardedCall {
  package func waitForHead(
    _ interim: ((Response) -> Void)?
  ) async throws(ForwardingFault) {
    do throws(BackendFault) {
      try await waitForAnswer(interim)
    } catch {
      throw ForwardingFault(error)
    }
  }
}
