// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
package import Backends
package import HTTPClient
package import HTTPServer
package import Reactor
package import ResourceService
package import Services
package import Signals

/// The way in which a loop calls the services of a site.
package struct ServiceAccess: Sendable {
  /// The connection rules that a service declares; `nil` for the usual ones.
  package var connections: @Sendable (BackendDeclaration) -> ConnectionRules? = { _ in nil }
  /// The values of the machine that services are sent.
  package var secrets = ServiceSecrets()
  /// False to use only what is kept of their answers.
  package var callsServices = true
  /// Connection checks of idle services that declare no check, for operators: one loop of a gateway makes them.
  package var watchesServices = false

  package init() {}
}

/// Dependencies of plans on a loop: the store that all loops share, and the loop's own client.
package struct GatewayDependencies {
  let store: AnswerStore
  let client: HTTPClient
  let counters: GatewayCounters
  let registry: SignalRegistry
  let shard: SignalShard
  let access: ServiceAccess
  let tracer: Tracer
  /// Returns the records of the site on a loop; `nil` while there are none.
  let records: @Sendable (LoopCore) -> LoopRecords?

  /// - Parameters:
  ///   - wire: measures the times before and after the handlers of the loop; `nil` for a handler alone.
  ///   - sampledShare: share of the traces that begin here whose spans are to be recorded.
  package init(
    store: AnswerStore,
    client: HTTPClient,
    signals: GatewaySignals,
    wire: WireTimes? = nil,
    access: ServiceAccess = ServiceAccess(),
    sampledShare: Double = 1,
    records: @escaping @Sendable (LoopCore) -> LoopRecords? = { _ in nil }
  ) throws(SignalFault) {
    self.store = store
    self.client = client
    self.access = access
    self.records = records
    tracer = Tracer(sampledShare: sampledShare)
    registry = signals.registry
    counters = try GatewayCounters(signals, wire ?? WireTimes(on: client.core), on: client.core)
    shard = try signals.registry.makeShard()
  }
}
