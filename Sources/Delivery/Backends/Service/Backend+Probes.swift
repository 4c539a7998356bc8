// SPDX-License-Identifier: Apache-2.0

import HTTPClient
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
