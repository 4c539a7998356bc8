// SPDX-License-Identifier: Apache-2.0

import Signals

/// Counts the calls to one service by the route of the request that they are made for. It belongs to a loop.
///
/// The counters of the routes that were called last are kept in a table by the number of the document, so that a
/// call takes no lock and looks nothing up.
final class RouteCallMeter {
  private static let places = 256

  private let family: GrowingFamily<Counter>
  private let backend: String
  private let shard: SignalShard
  private var labels = RouteLabels(documents: 0)
  private var routes = [String?](repeating: nil, count: RouteCallMeter.places)
  private var counters = [Counter](
    repeating: Counter(slot: 0, unit: .none),
    count: RouteCallMeter.places
  )

  init(_ family: GrowingFamily<Counter>, of backend: String, _ shard: SignalShard) {
    self.family = family
    self.backend = backend
    self.shard = shard
  }

  /// Updates the labels for the site's number of documents.
  func renew(documents: Int) {
    let labels = RouteLabels(documents: documents)
    guard labels != self.labels else { return }
    self.labels = labels
    routes = [String?](repeating: nil, count: RouteCallMeter.places)
  }

  /// Counts a call for a document.
  func called(for route: String, _ number: Int) {
    let place = number & (RouteCallMeter.places - 1)
    if routes[place] != route { keep(route, at: place) }
    shard.add(counters[place])
  }

  @inline(never)
  private func keep(_ route: String, at place: Int) {
    routes[place] = route
    counters[place] = family.series([labels.label(of: route), backend])
  }

  /// Returns a counter of the calls of a pass.
  func calls(ofPass prefix: String) -> () -> Void {
    let counter = family.series([labels.label(of: prefix), backend])
    return { [shard] in shard.add(counter) }
  }
}
