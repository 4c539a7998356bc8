// SPDX-License-Identifier: Apache-2.0

package import Reactor

/// The endpoints of a backend that an operator has ejected, each until an instant or until it is readmitted.
///
/// Unlike those that are ejected because calls failed, they may be all there are.
package struct ManualEjection: Sendable, Equatable {
  /// Until when all endpoints are ejected, those included that are listed later.
  private var all: Instant?
  /// Until when single ones are, by their addresses as they are shown.
  private var single: [String: Instant] = [:]
  /// When the first of them returns.
  package private(set) var nextReturn = Instant.distantFuture

  package init() {}

  /// Ejects an endpoint; `nil` for all of them.
  package mutating func eject(_ endpoint: String?, until: Instant) {
    if let endpoint { single[endpoint] = until } else { all = until }
    findNextReturn()
  }

  /// Readmits an endpoint that was ejected by itself; `nil` for all of them. Returns whether any was.
  package mutating func readmit(_ endpoint: String?) -> Bool {
    let before = self
    if let endpoint {
      single[endpoint] = nil
    } else {
      (all, single) = (nil, [:])
    }
    findNextReturn()
    return self != before
  }

  /// Lets those return whose time is over, and returns whether there were any.
  package mutating func expire(at now: Instant) -> Bool {
    guard now >= nextReturn else { return false }
    if let until = all, now >= until { all = nil }
    single = single.filter { $0.value > now }
    findNextReturn()
    return true
  }

  package func contains(_ endpoint: String, at now: Instant) -> Bool {
    [all, single[endpoint]].contains { $0.map { now < $0 } ?? false }
  }

  private mutating func findNextReturn() {
    nextReturn = single.values.reduce(all ?? .distantFuture) { min($0, $1) }
  }
}
