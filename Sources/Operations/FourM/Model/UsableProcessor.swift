// SPDX-License-Identifier: Apache-2.0

/// The processor time a second that an instance can use without breaking its promises, as the last day
/// showed.
struct UsableProcessor: Sendable, Equatable {
  /// The reason for a share of a resource that may be used.
  enum Basis: String, Sendable {
    /// The model declares it.
    case declared
    /// Nothing is known, so the usual share is assumed.
    case assumed
    /// Promises were kept up to this use, and more was never needed.
    case kept
    /// Promises were kept below this use, and broken above it.
    case broken
  }

  /// Fewer windows on one side of a limit could be an accident.
  private static let leastWindows = 3
  /// The largest share of the windows on one side of a limit that may contradict it. Promises that are
  /// broken at any use have another cause than the processor.
  private static let mostExceptions = 0.2

  let value: Double
  let basis: Basis

  /// `nil` where the windows do not show it.
  init?(_ windows: [DemandWindow]) {
    let judged = windows.compactMap { window in
      window.isKept.map { (use: window.processor, isKept: $0) }
    }.sorted { $0.use < $1.use }
    // The split with the fewest exceptions: broken promises below it, kept ones above.
    var exceptions = judged.count { $0.isKept }
    var (split, fewest, brokenBelow) = (0, exceptions, 0)
    var broken = 0
    for (number, window) in judged.enumerated() {
      exceptions += window.isKept ? -1 : 1
      broken += window.isKept ? 0 : 1
      if exceptions < fewest { (split, fewest, brokenBelow) = (number + 1, exceptions, broken) }
    }
    let above = judged.count - split
    let keptAbove = fewest - brokenBelow
    func isException(_ count: Int, of all: Int) -> Bool {
      Double(count) <= UsableProcessor.mostExceptions * Double(all)
    }
    guard split >= UsableProcessor.leastWindows, isException(brokenBelow, of: split) else {
      return nil
    }
    if above >= UsableProcessor.leastWindows, isException(keptAbove, of: above) {
      (value, basis) = ((judged[split - 1].use + judged[split].use) / 2, .broken)
    } else {
      // The largest use that is not an accident.
      let kept = judged.filter(\.isKept)
      guard kept.count >= UsableProcessor.leastWindows else { return nil }
      (value, basis) = (kept[kept.count - UsableProcessor.leastWindows].use, .kept)
    }
  }

  /// The share of some cores that may be used.
  ///
  /// - Parameter assumed: the share where nothing is known; promises that were kept at less use do not
  ///   show that more would break them.
  func share(of cores: Double, assumed: Double) -> (value: Double, basis: Basis) {
    let share = cores > 0 ? min(1, value / cores) : 0
    return basis == .kept && share <= assumed ? (assumed, .assumed) : (share, basis)
  }
}
