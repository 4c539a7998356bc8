// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
import HTTPValues
import Reactor

/// Checks the health of endpoints.
extension Backend {
  /// Maximum bytes of an answer that are read.
  private static let longestAnswer = 64 * 1024

  func probe(_ slot: Int) {
    guard let target = settings.health.target, let id = health[slot]?.id,
      let endpoint = choice.endpoint(id)
    else { return }
    var options = CallOptions()
    options.deadline = core.now + settings.health.timeout
    options.retries = 0
    options.bodyLimit = Backend.longestAnswer
    options.responseBytes = Backend.longestAnswer
    let request = Request(
      .get,
      scheme: endpoint.origin.scheme,
      authority: settings.authority ?? endpoint.authority,
      target: target
    )
    let confined = LoopConfined(self, to: core.loop.number)
    core.loop.start { [options] in
      let answer = try? await confined.value.client.fetch(
        request,
        to: endpoint.destination,
        options: options
      )
      confined.value.probed(id, answer?.response.status)
    }
  }

  /// Checks an endpoint soon if a failed attempt suggests that it is gone.
  func doubt(_ id: EndpointID, after fault: BackendFault) {
    switch fault.kind {
    case .refused, .unreachable, .connectTimeout, .closed: doubt(id)
    case .insecure, .firstByteTimeout, .stalled, .timeout, .truncated, .malformed, .wrongStatus,
      .redirect, .wrongContentType, .tooLarge, .bomb, .brokenBody, .overloaded, .circuitOpen,
      .noEndpoint, .cancelled, .invalidRequest:
      return
    }
  }

  private func doubt(_ id: EndpointID) {
    guard !isClosed, health[id.slot]?.id == id else { return }
    health[id.slot]?.state.doubt(at: core.now)
    arm()
  }

  private func probed(_ id: EndpointID, _ status: Status?) {
    // The endpoint may have left meanwhile, and its slot may belong to another one.
    guard !isClosed, health[id.slot]?.id == id else { return }
    let isGood = status.map { settings.health.statuses.contains($0) } ?? false
    let hasChanged = health[id.slot]?.state.ended(isGood: isGood, at: core.now, using: &random)
    if hasChanged ?? false {
      refresh(id)
      tellHealth(of: id, status)
    }
    arm()
  }
}

extension Backend: IdleConnectionObserver {
  package func serverClosedIdle(_ destination: Destination) {
    for (id, _) in health.values where choice.endpoint(id)?.destination == destination { doubt(id) }
  }
}
