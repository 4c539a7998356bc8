// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import Reactor

/// Keeps the list of endpoints, and which of them get calls.
extension Backend {
  /// Sets the first list. As long as a name's addresses are not known, the client resolves it for
  /// each connection.
  func begin() {
    switch settings.source {
    case .fixed(let endpoints): take(endpoints)
    case .name(let origin, let rules, _):
      take([Endpoint(Destination(origin, by: rules))])
      lookUp()
    }
  }

  /// Replaces the endpoints or their weights; the state of endpoints that stay is kept.
  package func move(to endpoints: [Endpoint]) { if !isClosed { take(endpoints) } }

  /// Replaces the list.
  func take(_ endpoints: [Endpoint]) {
    let now = core.now
    let change = choice.update(to: endpoints, at: now)
    for id in change.removed { health[id.slot] = nil }
    if settings.health.check != nil {
      for id in change.added {
        health[id.slot] = (id, ActiveHealth(settings.health, at: now, using: &random), nil)
        forgetAnswers(of: id)
      }
    }
    for id in ejection.update(change, at: now) { refresh(id) }
    if manual != ManualEjection() { for id in change.added { refresh(id) } }
    counters.endpoints(choice.usableCount)
    countUnreachable()
    arm()
  }

  /// Takes over what operators have ejected.
  package func take(_ manual: ManualEjection) {
    self.manual = manual
    for (id, _, _) in choice.listed { refresh(id) }
  }

  /// Lets endpoints whose ejection is over get calls again.
  func bringBack(at now: Instant) {
    for id in ejection.returning(at: now) { refresh(id) }
    if manual.expire(at: now) { take(manual) }
  }

  /// Whether an operator has ejected an endpoint.
  func isManuallyEjected(_ endpoint: Endpoint) -> Bool {
    manual.contains(endpoint.destination.description, at: core.now)
  }

  /// Updates whether an endpoint gets calls, after its health or ejection has changed.
  func refresh(_ id: EndpointID) {
    let isWell = !settings.health.decidesCalls || passesChecks(id)
    let isOut = choice.endpoint(id).map { isManuallyEjected($0) } ?? false
    choice.setUsable(id, isWell && !isOut && !ejection.isEjected(id), at: core.now)
    counters.endpoints(choice.usableCount)
  }

  // MARK: names

  func lookUp() {
    guard case .name(let origin, let rules, let refresh) = settings.source else { return }
    nextLookup = .distantFuture
    let confined = LoopConfined(self, to: core.loop.number)
    let resolver = client.resolver
    core.loop.start {
      // The last known addresses stay in use while the name server does not answer.
      let found = try? await resolver.addresses(of: origin.host, port: origin.port)
      let backend = confined.value
      guard !backend.isClosed else { return }
      backend.nextLookup = backend.core.now + refresh
      if let found {
        backend.take(found.map { Endpoint(Destination(origin, at: $0, by: rules)) })
      } else {
        backend.arm()
      }
    }
  }
}

/// Runs the periodic work: health checks, lookups, and the end of the breaker's pause.
extension Backend: DeadlineHandler {
  func arm() {
    guard !isClosed else { return }
    let due = min(nextLookup, breaker.openUntil(at: core.now) ?? .distantFuture)
    let next = health.values.reduce(due) { min($0, $1.state.nextProbe) }
    if next < .distantFuture { timer.arm(next, on: core, self) }
  }

  package func deadlineReached() {
    timer.fired()
    guard !isClosed else { return }
    let now = core.now
    // Otherwise a breaker whose pause is over would count as open until the next call.
    tellCircuit()
    if now >= nextLookup { lookUp() }
    for slot in health.keys.sorted() where health[slot]?.state.begin(at: now) ?? false {
      probe(slot)
    }
    arm()
  }
}
