// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPServer
import HTTPValues
import Passing

/// Forwards every request to one upstream.
final class UpstreamHandler: RequestHandler {
  private let forwarder: Forwarder
  private let options: CallOptions

  init(_ forwarder: Forwarder, _ options: CallOptions) {
    (self.forwarder, self.options) = (forwarder, options)
  }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    .begun { [forwarder, options] in forwarder.begin($0, options: options) }
  }
}
