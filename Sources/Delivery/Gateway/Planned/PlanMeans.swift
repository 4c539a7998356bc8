// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
package import HTTPClient
package import Signals

/// With what plans are run on a loop: the store that all loops share, and the loop's own client.
package struct PlanMeans {
  let store: AnswerStore
  let client: HTTPClient
  let counters: GatewayCounters
  let registry: SignalRegistry
  let shard: SignalShard

  package init(
    store: AnswerStore,
    client: HTTPClient,
    signals: GatewaySignals
  ) throws(SignalFault) {
    self.store = store
    self.client = client
    registry = signals.registry
    counters = try GatewayCounters(signals)
    shard = try signals.registry.makeShard()
  }
}
