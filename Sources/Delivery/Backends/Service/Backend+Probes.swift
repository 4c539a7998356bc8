// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPClient
import HTTPValues
import Reactor

/// Checks the health of endpoints.
extension Backend {
  /// Maximum bytes of an answer that are read.
  private static let longestAnswer = 64 * 1024

  func probe(_ slot: Int) {
    guard let check = settings.health.check, let id = health[slot]?.id,
      let endpoint = choice.endpoint(id)
    else { return }
    switch check {
    case .request(let target): request(target, from: id, endpoint)
    case .connection: connect(to: id, endpoint)
    }
  }

  private func request(_ target: String, from id: EndpointID, _ endpoint: Endpoint) {
    var options = CallOptions()
    options.deadline = core.now + settings.health.timeout
    options.retries = 0
    options.bodyLimit = Backend.longestAnswer
    options.responseBytes = Backend.longestAnswer
    var request = Request(
      .get,
      scheme: endpoint.origin.scheme,
      authority: endpoint.authority,
      target: settings.path + target
    )
    var additions = SentAdditions()
    do throws(PlainError) {
      try additions.add(settings.sent, to: &request, at: endpoint.authority, secrets, core.now)
    } catch {
      return probed(id, isGood: false, nil, error.description)
    }
    let confined = LoopConfined(self, to: core.loop.number)
    core.loop.start { [options, request] in
      let backend = confined.value
      do throws(ClientError) {
        let answer = try await backend.client.fetch(
          request,
          to: endpoint.destination,
          options: options
        )
        let status = answer.response.status
        let isGood = backend.settings.health.statuses.contains(status)
        backend.probed(id, isGood: isGood, status, nil)
      } catch {
        backend.probed(id, isGood: false, nil, error.context)
      }
    }
  }

  /// Opens a connection, unless an answer of the last interval shows already that it can be opened.
  private func connect(to id: EndpointID, _ endpoint: Endpoint) {
    if let last = answered[id.slot], core.now - last < settings.health.interval {
      return probed(id, isGood: true, nil, nil)
    }
    let deadline = core.now + settings.health.timeout
    let confined = LoopConfined(self, to: core.loop.number)
    core.loop.start {
      let backend = confined.value
      do throws(ClientError) {
        try await backend.client.connect(to: endpoint.destination, until: deadline)
        backend.probed(id, isGood: true, nil, nil)
      } catch {
        backend.probed(id, isGood: false, nil, error.context)
      }
    }
  }

  /// Notes that an endpoint has just answered, if connections are checked.
  func noteAnswer(of id: EndpointID) {
    if answered.indices.contains(id.slot) { answered[id.slot] = core.now }
  }

  func forgetAnswers(of id: EndpointID) {
    guard settings.health.check == .connection else { return }
    while answered.count <= id.slot { answered.append(nil) }
    answered[id.slot] = nil
  }

  /// Whether the checks of an endpoint say that it is healthy, or it is not checked.
  func passesChecks(_ id: EndpointID) -> Bool {
    health[id.slot].map { $0.id != id || $0.state.isWell } ?? true
  }

  /// Counts the backend as unreachable where operators are told of connections, and none of its endpoints
  /// accepts any.
  func countUnreachable() {
    let isReachable =
      settings.health.decidesCalls || health.isEmpty
      || health.values.contains(where: \.state.isWell)
    counters.unreachable(isReachable ? 0 : 1)
  }

  /// Checks an endpoint soon if a failed attempt suggests that it is gone.
  func doubt(_ id: EndpointID, after fault: BackendFault) {
    switch fault.kind {
    case .refused, .unreachable, .connectTimeout, .closed: doubt(id)
    case .insecure, .firstByteTimeout, .stalled, .timeout, .truncated, .malformed, .wrongStatus,
      .redirect, .wrongContentType, .tooLarge, .bomb, .brokenBody, .overloaded, .circuitOpen,
      .noEndpoint, .noCredential, .cancelled, .invalidRequest:
      return
    }
  }

  private func doubt(_ id: EndpointID) {
    guard !isClosed, health[id.slot]?.id == id else { return }
    forgetAnswers(of: id)
    health[id.slot]?.state.doubt(at: core.now)
    arm()
  }

  private func probed(_ id: EndpointID, isGood: Bool, _ status: Status?, _ problem: String?) {
    // The endpoint may have left meanwhile, and its slot may belong to another one.
    guard !isClosed, health[id.slot]?.id == id else { return }
    health[id.slot]?.problem = problem
    let hasChanged = health[id.slot]?.state.ended(isGood: isGood, at: core.now, using: &random)
    if hasChanged ?? false {
      refresh(id)
      countUnreachable()
      tellHealth(of: id, status)
    }
    arm()
  }
}

extension Backend: IdleConnectionObserver {
  package func serverClosedIdle(_ destination: Destination) {
    for (id, _, _) in health.values where choice.endpoint(id)?.destination == destination {
      doubt(id)
    }
  }
}
