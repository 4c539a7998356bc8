// SPDX-License-Identifier: Apache-2.0

import HTTPForwarding
import HTTPServer
import HTTPValues

/// Passes every request on to one server.
final class UpstreamHandler: RequestHandler {
  private let forwarder: Forwarder

  init(_ forwarder: Forwarder) { self.forwarder = forwarder }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer { .later }

  func handle(_ exchange: Exchange) async throws { try await forwarder.forward(exchange) }
}
