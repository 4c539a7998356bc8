// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import Reactor

/// Sends requests through a client: over HTTP/2, where the server speaks it.
final class ClientLoadSender: LoadSender {
  private let client: HTTPClient
  private let origin: Origin
  /// A request that is under way may outlive it.
  private weak var generator: LoadGenerator?
  private let plan: LoadPlan
  private let core: LoopCore
  private let most: Int
  private var underWay = 0
  private var isClosed = false

  init(_ client: HTTPClient, to origin: Origin, connections: Int, _ generator: LoadGenerator) {
    (self.client, self.origin, self.generator) = (client, origin, generator)
    plan = generator.plan
    core = generator.core
    most = connections * LoadPlan.streams
  }

  var isFree: Bool { underWay < most }
  /// The client opens connections when they are needed.
  var isReady: Bool { true }
  var failure: String? { nil }

  func send(_ arrival: OpenLoop.Arrival, _ call: Int) {
    underWay += 1
    let confined = LoopConfined(self, to: core.loop.number)
    core.loop.start { await confined.value.fetch(arrival, call) }
  }

  private func fetch(_ arrival: OpenLoop.Arrival, _ call: Int) async {
    let call = plan.routes[arrival.route].calls[call]
    var options = CallOptions()
    options.deadline = core.now + plan.timeout
    options.connectionWait = plan.timeout
    options.retries = 0
    do throws(ClientError) {
      let fetched = try await client.fetch(
        call.request,
        to: Destination(origin),
        body: call.body,
        options: options
      )
      ended()?.answered(
        arrival,
        status: Int(fetched.response.status.code),
        bytes: fetched.body.count
      )
    } catch {
      ended()?.failed(arrival, LoadFailure(error.kind))
    }
  }

  /// The generator, unless it is done.
  private func ended() -> LoadGenerator? {
    underWay -= 1
    return isClosed ? nil : generator
  }

  func look(at now: Instant) {}

  func close() {
    isClosed = true
    client.close()
  }
}

extension LoadFailure {
  fileprivate init(_ kind: ClientError.Kind) {
    switch kind {
    case .resolve, .connect, .connectTimeout, .handshake: self = .connect
    case .queueFull, .queueTimeout, .timeout, .tooSlow, .unresponsive: self = .timeout
    case .closed, .truncated, .streamReset, .cancelled: self = .closed
    case .malformedHead, .malformedBody, .contentCoding, .headTooLarge, .bodyTooLarge,
      .tooManyInterim, .unexpectedUpgrade, .invalidRequest:
      self = .malformed
    }
  }
}
