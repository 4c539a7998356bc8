// SPDX-License-Identifier: Apache-2.0

/// The processor time a second from which on an instance breaks its promises, as the last day showed.
///
/// It can only lower what is assumed to be usable: the durations of requests begin when they are read, so promises
/// that seem kept at more use may be broken for clients whose requests wait to be read.
struct UsableProcessor: Sendable, Equatable {
  /// The reason for a share of a resource that may be used.
  enum Basis: String, Sendable {
    /// The model declares it.
    case declared
    /// The usual share.
    case assumed
    /// Promises were kept below this use, and broken above it.
    case broken
  }

  /// Fewer windows on one side of a limit could be an accident.
  private static let leastWindows = 3
  /// The largest share of the windows on one side of a limit that may contradict it. Promises that are
  /// broken at any use have another cause than the processor.
  private static let mostExceptions = 0.2

  let value: Double

  /// `nil` where the windows show no limit.
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
    func isLimit(_ exceptions: Int, of count: Int) -> Bool {
      count >= UsableProcessor.leastWindows
        && Double(exceptions) <= UsableProcessor.mostExceptions * Double(count)
    }
    guard isLimit(brokenBelow, of: split),
      isLimit(fewest - brokenBelow, of: judged.count - split)
    else { return nil }
    value = (judged[split - 1].use + judged[split].use) / 2
  }

  /// The share of some cores that may be used.
  ///
  /// - Parameter assumed: the share where nothing is known.
  func share(of cores: Double, assumed: Double) -> (value: Double, basis: Basis) {
    let share = cores > 0 ? value / cores : assumed
    return share < assumed ? (share, .broken) : (assumed, .assumed)
  }
}
