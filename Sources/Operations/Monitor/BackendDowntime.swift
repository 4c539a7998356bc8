// SPDX-License-Identifier: Apache-2.0
//
// A service is down while the circuit of any loop is open, which is how the list of services judges, while
// no loop has an endpoint for it, or while none of its endpoints accepts connections. The last hour is read
// second by second; earlier times are sampled every ten seconds.

package import Measure
import Signals

/// The time for which a service was down, in the last hour and in the last day.
package struct BackendDowntime: Sendable, Equatable {
  /// A part of the time, in seconds.
  package struct Span: Sendable, Equatable {
    package var down = 0.0
    /// The time of which the state is known.
    package var known = 0.0

    mutating func add(_ seconds: Double, isDown: Bool) {
      known += seconds
      if isDown { down += seconds }
    }
  }

  package var hour = Span()
  package var day = Span()

  package init() {}
}

extension StoredHistory {
  /// Returns the downtimes of all services; `nil` while another process writes the history.
  package func downtimes(now: Int) -> [BackendFigures.Place: BackendDowntime]? {
    guard let store else { return nil }
    var sums = DowntimeSums(store.catalog.all)
    let (hour, day) = (3_600, 86_400)
    store.read(1, max(0, now - day)..<max(0, now - hour), units: sums.units) { _, row in
      sums.add(row, isInHour: false)
    }
    store.read(0, max(0, now - hour)..<now, units: sums.units) { _, row in
      sums.add(row, isInHour: true)
    }
    return sums.downtimes
  }
}

/// Adds up rows of the history to downtimes.
private struct DowntimeSums {
  private enum Meaning {
    case openLoops, otherLoops, endpoints, unreachable
  }

  /// The state of a service in one row.
  private struct Levels {
    var loops: Int64 = 0
    var openLoops: Int64 = 0
    var endpoints: Int64?
    var unreachable: Int64 = 0

    mutating func add(_ level: Int64, _ meaning: Meaning) {
      switch meaning {
      case .openLoops:
        openLoops = openLoops.addingSaturating(level)
        loops = loops.addingSaturating(level)
      case .otherLoops: loops = loops.addingSaturating(level)
      case .endpoints: endpoints = (endpoints ?? 0).addingSaturating(level)
      case .unreachable: unreachable = unreachable.addingSaturating(level)
      }
    }
  }

  private var meanings: [Int: (place: BackendFigures.Place, meaning: Meaning)] = [:]
  private(set) var units: [Int: SignalUnit] = [:]
  private(set) var downtimes: [BackendFigures.Place: BackendDowntime] = [:]

  init(_ series: [HistorySeries]) {
    for (number, one) in series.enumerated() {
      func label(_ name: String) -> String { one.labels.first { $0.name == name }?.value ?? "" }
      let meaning: Meaning
      switch one.name {
      case MetricName.backendCircuits: meaning = label("state") == "open" ? .openLoops : .otherLoops
      case MetricName.backendEndpoints: meaning = .endpoints
      case MetricName.backendUnreachable: meaning = .unreachable
      default: continue
      }
      let place = BackendFigures.Place(site: label("site"), backend: label("backend"))
      meanings[number] = (place, meaning)
      units[number] = one.unit
    }
  }

  mutating func add(_ row: HistoryRow, isInHour: Bool) {
    var levels: [BackendFigures.Place: Levels] = [:]
    for (number, cell) in row.cells {
      guard let (place, meaning) = meanings[number], case .gauge(let gauge) = cell else { continue }
      levels[place, default: Levels()].add(gauge.last, meaning)
    }
    let seconds = Double(row.milliseconds) / 1_000
    // A service without a loop that knows it was not declared then.
    for (place, level) in levels where level.loops > 0 {
      let isDown = level.openLoops > 0 || level.endpoints == 0 || level.unreachable > 0
      downtimes[place, default: BackendDowntime()].day.add(seconds, isDown: isDown)
      if isInHour { downtimes[place]?.hour.add(seconds, isDown: isDown) }
    }
  }
}
