// SPDX-License-Identifier: Apache-2.0

import PorticoClient

/// A transport with one of the bugs that clients often have; without one of these names it is right.
struct FaultyTransport: Transport {
  private let transport: any Transport
  private let bug: String?
  private let lastKey = Locked(0)

  init(_ transport: any Transport, _ bug: String?) {
    (self.transport, self.bug) = (transport, bug)
  }

  func send(_ request: WireRequest) async throws -> WireResponse {
    var request = request
    switch bug {
    case "sends each attempt under a key of its own" where request.fields["idempotency-key"] != nil:
      let key = lastKey.withLock { last in
        last += 1
        return last
      }
      request.fields["Idempotency-Key"] = "\(key)"
    case "asks for changes behind a token that has ended":
      var response = try await transport.send(request)
      if response.status == 410 { response.status = 503 }
      return response
    case "does not say that nobody waits": request.fields["Sec-Purpose"] = nil
    default: break
    }
    return try await transport.send(request)
  }
}
