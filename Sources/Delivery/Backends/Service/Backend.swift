// SPDX-License-Identifier: Apache-2.0

// A call goes through the breaker, the limit, the choice of an endpoint and the attempt, whose
// outcome is recorded; if it failed, the retry policy decides about another one. Each of these is a
// machine of its own, a value that knows no sockets and no clock; here they meet, on one loop,
// without locks. Loops do not share what they learn about a backend.

import ContentCoding
package import HTTPClient
package import Reactor
import Services
package import Signals

/// A service that answers calls: its endpoints, limits and health, as one loop sees them.
///
/// It belongs to its loop, until `close`.
package final class Backend {
  /// The declared settings.
  package let settings: BackendSettings
  let client: HTTPClient
  /// The inside of its loop.
  package let core: LoopCore
  let counters: BackendCounters
  /// The values of the machine that requests are sent with.
  let secrets: ServiceSecrets
  /// Whether its requests have a path, additions or a token of its own.
  let changesRequests: Bool
  let options: CallOptions
  var random: SmallRandom
  package internal(set) var choice: EndpointChoice
  var breaker: CircuitBreaker
  var ejection: Ejection
  /// The endpoints that operators have ejected.
  var manual = ManualEjection()
  var retries: RetryPolicy
  package var latency: RecentLatency
  var hedging: Hedging
  let gate: AdmissionGate
  /// Health by the endpoints' slots, and why there was no answer to the last check; empty without health
  /// checks.
  package internal(set) var health: [Int: (id: EndpointID, state: ActiveHealth, problem: String?)] =
    [:]
  /// Instants of the last answers by the endpoints' slots; empty unless connections are checked.
  var answered: [Instant?] = []
  /// Instant of the next lookup of the name.
  var nextLookup = Instant.distantFuture
  var timer = LazyTimer()
  var isClosed = false
  /// Called with each change that operators should know.
  package var whenChanged: (BackendChange) -> Void = { _ in }

  /// Makes a backend that uses the connections of `client` and the loop's shard for its metrics.
  package init(
    _ settings: BackendSettings,
    over client: HTTPClient,
    signals: BackendSignals,
    shard: SignalShard,
    with secrets: ServiceSecrets = ServiceSecrets(),
    among nodes: NodeCount = NodeCount(),
    seed: UInt64? = nil
  ) {
    let now = client.core.now
    self.settings = settings
    self.client = client
    self.secrets = secrets
    changesRequests = !settings.path.isEmpty || !settings.sent.isEmpty || settings.token != nil
    core = client.core
    counters = BackendCounters(signals, settings, shard)
    options = Backend.options(settings)
    random = seed.map { SmallRandom(seed: $0) } ?? SmallRandom()
    choice = EndpointChoice(ramp: settings.ramp)
    breaker = CircuitBreaker(settings.breaker)
    ejection = Ejection(settings.ejection)
    retries = RetryPolicy(settings.retry, at: now, among: nodes)
    latency = RecentLatency(lateShare: settings.hedge.quantile, at: now)
    hedging = Hedging(settings.hedge)
    gate = AdmissionGate(settings.limit, on: core, counters)
    _ = counters.circuit(.closed)
    if settings.health.check != nil { client.add(self) }
    begin()
  }

  /// Makes a call, with as many attempts as are allowed and of use, and tells `sink` the outcome, possibly before
  /// this returns.
  @discardableResult
  package func begin(_ asked: consuming BackendCall, for sink: any CallSink) -> Call {
    let call = Call(consume asked, of: self, for: sink)
    call.begin()
    return call
  }

  /// Whether a request could be sent now whose body is still coming.
  package var hasRoomForUpload: Bool { gate.hasRoom(.upload) }

  /// The pause before the next attempt; `nil` if there is none.
  func pause(after failed: inout FailedAttempt, at tried: [EndpointID]) -> Duration? {
    guard !isClosed else { return nil }
    failed.hasOthers = choice.hasOther(than: tried)
    failed.usual = latency.usual ?? .zero
    return retries.pause(after: failed, at: core.now, using: &random)
  }

  /// Counts an answer whose body its user cannot read.
  package func bodyIsUnreadable() { counters.failed(.brokenBody) }

  /// Ends lookups and health checks and takes no more calls; the connections belong to the client.
  package func close() {
    isClosed = true
    client.remove(self)
    timer.cancel(on: core)
    counters.closed()
  }

  /// Returns the options of each call's connection, whatever its deadline.
  private static func options(_ settings: BackendSettings) -> CallOptions {
    let rules = settings.answers
    var options = CallOptions()
    options.isCollected = true
    options.connectionWait = settings.connectTimeout
    options.pace = settings.pace
    options.headBytes = rules.headLimit
    options.responseBytes = rules.bodyLimit
    options.bodyLimit = rules.bodyLimit
    options.decoding = rules.decoding
    if let decoding = rules.decoding {
      options.decoding?.decodedBytes = min(decoding.decodedBytes, rules.bodyLimit)
    }
    return options
  }
}
