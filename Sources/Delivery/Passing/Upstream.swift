// SPDX-License-Identifier: Apache-2.0

import Backends
package import HTTPClient
package import HTTPValues
package import Signals

/// One server that everything is passed on to, and that no site declares.
package struct Upstream: Sendable {
  /// The name of its backend in metrics.
  private static let name = "upstream"

  package let origin: Origin
  private let registry: SignalRegistry
  private let signals: BackendSignals

  package init(_ origin: Origin, in registry: SignalRegistry) throws(SignalFault) {
    self.origin = origin
    self.registry = registry
    signals = try BackendSignals(registry, backends: [Upstream.name])
  }

  /// Makes what passes requests on to it on one loop.
  ///
  /// - Parameter name: ours in Via.
  package func forwarder(
    over client: HTTPClient,
    name: String = "portico"
  ) throws(SignalFault) -> Forwarder {
    let settings = BackendSettings(Upstream.name, .fixed([Endpoint(Destination(origin))]))
    let shard = try registry.makeShard()
    let backend = Backend(settings, over: client, signals: signals, shard: shard)
    return Forwarder(to: backend, origin, name: name)
  }
}
