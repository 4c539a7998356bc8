// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
package import Backends
package import HTTPClient
package import HTTPServer
package import Plans
package import Reactor
package import ResourceService
package import Signals

/// Dependencies of plans on a loop: the store that all loops share, and the loop's own client.
package struct GatewayDependencies {
  let store: AnswerStore
  let client: HTTPClient
  let counters: GatewayCounters
  let registry: SignalRegistry
  let shard: SignalShard
  /// The connection rules that a service declares; `nil` for the usual ones.
  let connections: @Sendable (BackendDeclaration) -> ConnectionRules?
  /// The values of the machine that services are sent.
  let secrets: ServiceSecrets
  let tracer: Tracer
  /// Returns the records of the site on a loop; `nil` while there are none.
  let records: @Sendable (LoopCore) -> LoopRecords?
  let callsServices: Bool
  /// Connection checks of idle services, for operators: one loop of a gateway makes them.
  let watchesServices: Bool

  /// - Parameters:
  ///   - wire: measures the times before and after the handlers of the loop; `nil` for a handler alone.
  ///   - sampledShare: share of the traces that begin here whose spans are to be recorded.
  ///   - callsServices: whether services are called; if not, only what is kept of their answers is used.
  ///   - watchesServices: whether this loop tries, for operators, whether services that declare no check accept
  ///     connections. One loop is enough.
  package init(
    store: AnswerStore,
    client: HTTPClient,
    signals: GatewaySignals,
    wire: WireTimes? = nil,
    connections: @escaping @Sendable (BackendDeclaration) -> ConnectionRules? = { _ in nil },
    secrets: ServiceSecrets = ServiceSecrets(),
    sampledShare: Double = 1,
    records: @escaping @Sendable (LoopCore) -> LoopRecords? = { _ in nil },
    callsServices: Bool = true,
    watchesServices: Bool = false
  ) throws(SignalFault) {
    self.store = store
    self.client = client
    self.connections = connections
    self.secrets = secrets
    self.records = records
    self.callsServices = callsServices
    self.watchesServices = watchesServices
    tracer = Tracer(sampledShare: sampledShare)
    registry = signals.registry
    counters = try GatewayCounters(signals, wire ?? WireTimes(on: client.core), on: client.core)
    shard = try signals.registry.makeShard()
  }
}
