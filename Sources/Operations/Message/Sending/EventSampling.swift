// SPDX-License-Identifier: Apache-2.0

package import Signals

/// Chooses the events that leave the host: all but requests that succeeded, and a share of those.
package struct EventSampling: Sendable {
  /// The share of successes, above 0 and at most 1.
  private let share: Double
  /// The duration in nanoseconds from which on a request is always sent.
  private let slow: Int64
  private let verbosity: EventVerbosity
  /// The operators' word where it was asked for once, for many events.
  private var order: EventVerbosity.Order?

  /// - Parameters:
  ///   - share: the share of successful requests that is sent; 0 for none of them.
  ///   - slow: the duration in nanoseconds from which on a request is always sent.
  ///   - verbosity: operators' word for a while.
  package init(share: Double, slow: Int64, verbosity: EventVerbosity = EventVerbosity()) {
    (self.share, self.slow, self.verbosity) = (share, slow, verbosity)
  }

  /// The same for the events that are read now.
  var now: EventSampling {
    var sampling = self
    sampling.order = verbosity.latest
    return sampling
  }

  private func level(at time: Int64) -> EventVerbosity.Level {
    (order ?? verbosity.latest).level(at: time / 1_000_000_000)
  }

  /// Returns whether an event may be sent, as far as its head tells. Most successes are left out by it, and are
  /// never read.
  func mayTake(_ head: EventHead) -> Bool {
    let level = level(at: head.time)
    guard level.admits(head.level) else { return false }
    guard head.kind == .request, head.level == .info, head.isPlain else { return true }
    if share >= 1 || level == .all { return true }
    return share > 0 && EventSampling.place(head.time, head.sequence) < share
  }

  /// Returns the number of events that this one stands for, and whether it matters by itself; `nil` where
  /// it is not sent.
  package func verdict(on record: EventRecord) -> (weight: Double, isNotable: Bool)? {
    let level = level(at: record.time)
    guard level.admits(record.level) else { return nil }
    guard record.kind == .request, record.level == .info, !matters(record) else { return (1, true) }
    if share >= 1 || level == .all { return (1, false) }
    guard share > 0, EventSampling.place(of: record) < share else { return nil }
    return (1 / share, false)
  }

  /// Whether a request was degraded or slow.
  private func matters(_ record: EventRecord) -> Bool {
    var isSlow: Bool?
    var duration: Int64 = 0
    var fields = record.fields
    while let field = fields.next(of: record) {
      switch (field.number, field.type) {
      case (EventField.degraded.rawValue, .boolean):
        if record.boolean(of: field) { return true }
      // The document or the pass may declare which duration is slow.
      case (EventField.isSlow.rawValue, .boolean): isSlow = record.boolean(of: field)
      case (EventField.duration.rawValue, .duration): duration = record.number(of: field)
      default: break
      }
    }
    return isSlow ?? (duration >= slow)
  }

  /// A number of 0 to 1 that depends on the trace, and otherwise on time and place in the log. The
  /// last 56 bits of a trace are random (W3C Trace Context level 2), and the highest are chosen, so
  /// that other samplers that follow OpenTelemetry's rule choose the same traces.
  private static func place(of record: EventRecord) -> Double {
    if case .text(let trace)? = record[.traceID], let bits = UInt64(trace.suffix(14), radix: 16) {
      return 1 - Double(bits + 1) / 0x1p56
    }
    return place(record.time, record.sequence)
  }

  private static func place(_ time: Int64, _ sequence: UInt64) -> Double {
    let bits = UInt64(bitPattern: time) &+ sequence &* SpreadNumbers.step
    return Double(SpreadNumbers.spread(bits) >> 11) / 0x1p53
  }
}

/// Numbers that look random and do not repeat (SplitMix64).
struct SpreadNumbers {
  static let step: UInt64 = 0x9E37_79B9_7F4A_7C15

  private var state: UInt64

  init(from start: UInt64) { state = start }

  mutating func next() -> UInt64 {
    state &+= SpreadNumbers.step
    return SpreadNumbers.spread(state)
  }

  /// Spreads neighbours over all values.
  static func spread(_ number: UInt64) -> UInt64 {
    var bits = number
    bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
    return bits ^ bits >> 31
  }
}
