// SPDX-License-Identifier: Apache-2.0

package import Measure
import Signals

/// The capacities and present use of one instance, beside processor time.
package struct InstanceFigures: Sendable, Equatable {
  /// The number of event loops, each of which can use one core.
  package var loops: Int
  var connections = 0.0
  var mostConnections = 0.0
  var descriptors = 0.0
  var mostDescriptors = 0.0
  /// Answers in the cache.
  var keptAnswers = 0.0

  package init(loops: Int) { self.loops = loops }

  package init(_ window: SignalWindow, loops: Int) {
    self.init(loops: loops)
    connections = InstanceFigures.sum(MetricName.connections, window)
    mostConnections = InstanceFigures.sum(MetricName.connectionLimits, window, label: "connections")
    descriptors = InstanceFigures.sum(MetricName.openDescriptors, window)
    mostDescriptors = InstanceFigures.sum(MetricName.mostDescriptors, window)
    keptAnswers = InstanceFigures.sum(MetricName.cacheEntries, window, label: "answer")
  }

  private static func sum(_ name: String, _ window: SignalWindow, label: String? = nil) -> Double {
    let series = window.snapshot[name]?.series ?? []
    return series.reduce(0) { sum, one in
      guard case .gauge(let level) = one.value,
        label.map({ one.labelValues.contains($0) }) ?? true
      else { return sum }
      return sum + Double(level)
    }
  }
}
