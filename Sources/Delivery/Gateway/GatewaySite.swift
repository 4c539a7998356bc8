// SPDX-License-Identifier: Apache-2.0

package import Editions
package import Geography
package import HTTPValues
package import Learning
package import Reactor

/// A site as its handlers on all loops serve it: what is published, and what they share beside the cache.
package struct GatewaySite {
  let publisher: Publisher
  let seal: SiteSeal
  /// Tells countries that nobody else tells.
  package var countries: CountryFile?
  /// The draft that is served; `nil` for a site that visitors get.
  package var draft: LiveDraft?
  /// The networks that are told on request how long the parts of an answer took.
  package var timing: [IPNetwork] = []
  /// The threads that compress kept answers well; without them answers stay as they were made.
  package var compression: WorkerPool?
  /// Counts requests against the site's limits.
  package var limiter = RateLimiter()
  /// Counts the connections along passes.
  package var webSockets = OpenWebSockets()
  /// Composes outdated answers again, on the first loop that is handed it.
  package var refresh: CacheRefresh?
  /// Is told what a loop has answered, on that loop; returns the largest hash that the sketch counts.
  package var traffic: (@Sendable (TrafficCount) -> UInt64)?
  /// Learns what visitors ask for next; it needs `traffic`.
  package var hints: HintLearning?

  package init(_ publisher: Publisher, seal: SiteSeal) {
    self.publisher = publisher
    self.seal = seal
  }
}
