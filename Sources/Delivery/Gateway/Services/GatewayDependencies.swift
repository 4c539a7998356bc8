// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
package import HTTPClient
package import Plans
package import Signals

/// With what plans are run on a loop: the store that all loops share, and the loop's own client.
package struct GatewayDependencies {
  let store: AnswerStore
  let client: HTTPClient
  let counters: GatewayCounters
  let registry: SignalRegistry
  let shard: SignalShard
  /// The connection rules that a service declares; `nil` for the usual ones.
  let connections: @Sendable (BackendDeclaration) -> ConnectionRules?

  package init(
    store: AnswerStore,
    client: HTTPClient,
    signals: GatewaySignals,
    connections: @escaping @Sendable (BackendDeclaration) -> ConnectionRules? = { _ in nil }
  ) throws(SignalFault) {
    self.store = store
    self.client = client
    self.connections = connections
    registry = signals.registry
    counters = try GatewayCounters(signals, on: client.core)
    shard = try signals.registry.makeShard()
  }
}
