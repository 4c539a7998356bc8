// SPDX-License-Identifier: Apache-2.0

package import Reactor
package import Signals

/// Times what is around a handler: parsing a request, and writing its answer. It belongs to a loop.
///
/// A look at the clock costs as much as all other metrics of a request, so that one request in 64 is chosen, before
/// it is parsed; the handler may ask for the writing of any answer.
package final class WireTimes {
  /// One request of so many is chosen; a power of two.
  package static let sampling: UInt64 = 64

  private let core: LoopCore
  private var requests: UInt64 = 0
  /// Whether the present request is a chosen one.
  package private(set) var isChosen = false
  /// When parsing began, where the present request is a chosen one.
  package private(set) var parsingBegan: Instant
  private var asked: AnswerWriting?

  package init(on core: LoopCore) {
    self.core = core
    parsingBegan = core.now
  }

  /// A request is to be parsed.
  @inline(__always)
  package func beginParsing() {
    requests &+= 1
    isChosen = requests & (WireTimes.sampling - 1) == 1
    if isChosen { parsingBegan = core.momentNow }
  }

  /// Records how long it takes until the kernel has all of the answer that the handler gives next.
  package func recordWriting(in histogram: Histogram, of shard: SignalShard) {
    asked = AnswerWriting(begun: core.momentNow, histogram: histogram, shard: shard)
  }

  /// The writing to record of the answer that is given now; `nil` where nobody asked.
  @inline(__always)
  package func takeWriting() -> AnswerWriting? {
    if asked == nil { return nil }
    return asked.take()
  }
}

/// An answer that is not written yet, and where to record how long that takes.
package struct AnswerWriting {
  fileprivate let begun: Instant
  fileprivate let histogram: Histogram
  fileprivate let shard: SignalShard

  /// The kernel has all of it.
  func ended(at moment: Instant) {
    shard.record(histogram, Int(moment.nanoseconds(since: begun)))
  }
}
