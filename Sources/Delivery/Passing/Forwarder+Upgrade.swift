// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
package import HTTPServer
import HTTPValues
package import Reactor

/// A protocol that clients and servers may go on in after an upgrade, such as WebSocket.
package struct UpgradeRules {
  /// Name of the protocol in Upgrade, in lowercase.
  package let name: StaticString
  /// Duration for which both sides may be silent.
  package let idle: Duration
  let core: LoopCore

  package init(_ name: StaticString, idle: Duration, on core: LoopCore) {
    self.name = name
    self.idle = idle
    self.core = core
  }

  /// Whether a request asks for the protocol.
  package func isAsked(by exchange: Exchange) -> Bool {
    exchange.canUpgrade && exchange.request.method == .get
      && exchange.request.withView { FieldMembers.contains(name, of: .upgrade, in: $0.fields) }
  }
}

extension Forwarder {
  /// Asks the upstream to go on in another protocol. If it agrees, both sides speak it until one of them
  /// ends; if not, its answer is passed on as any other.
  func passUpgrade(
    _ request: Request,
    _ exchange: Exchange,
    _ options: CallOptions,
    _ edits: Edits,
    _ rules: UpgradeRules
  ) async throws {
    var options = options
    options.upgrade = rules.name
    let call = try await open(request, .none, options) { Self.inform(exchange, $0) }
    guard call.exchange.response.status == .switchingProtocols else {
      return try await answer(exchange, call, edits)
    }
    // From here on the server works for nobody who waits: what it has to do is not counted any more.
    call.ended(nil)
    var (response, _) = ResponseForwarding.response(
      call.exchange.takeResponse(),
      of: call.exchange,
      name
    )
    edits.response(&response, call.endpoint)
    response.fields.append("upgrade", rules.name.description)
    do {
      try exchange.upgrade(response)
    } catch {
      call.exchange.cancel()
      throw error
    }
    await Tunnel(exchange, call.exchange, rules).run()
  }
}
