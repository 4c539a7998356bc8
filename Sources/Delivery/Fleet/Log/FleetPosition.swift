// SPDX-License-Identifier: Apache-2.0

/// An unbroken history of a fleet's log.
///
/// A store begins another one when it is not what it was: another server, another timeline after a failover, a
/// backup that was restored. Epochs are ordered by the time at which they began, so that a former primary, which
/// knows older ones only, is told from a restored store, which begins a new one.
package struct FleetEpoch: Sendable, Hashable {
  /// The milliseconds since 1970 at which it began, by the store's clock, and always more than in the epoch before.
  package let began: Int64
  /// A random number: two stores may begin an epoch in the same millisecond.
  package let mark: Int64

  package init(began: Int64, mark: Int64) {
    self.began = began
    self.mark = mark
  }
}

extension FleetEpoch: Comparable {
  package static func < (a: FleetEpoch, b: FleetEpoch) -> Bool {
    a.began == b.began ? a.mark < b.mark : a.began < b.began
  }
}

/// A place in a fleet's log: a number in an epoch.
///
/// Numbers go on from one epoch to the next. Those of a later epoch may repeat numbers of entries that the store
/// has lost, and so a number says nothing without its epoch.
package struct FleetPosition: Sendable, Hashable {
  package let epoch: FleetEpoch
  package let number: Int64

  package init(_ number: Int64, of epoch: FleetEpoch) {
    self.epoch = epoch
    self.number = number
  }
}

extension FleetPosition: Comparable {
  package static func < (a: FleetPosition, b: FleetPosition) -> Bool {
    a.epoch == b.epoch ? a.number < b.number : a.epoch < b.epoch
  }
}

/// A moment by the store's clock, which all nodes have in common.
package struct FleetInstant: Sendable, Hashable, Comparable {
  /// Microseconds since 1970.
  package let microseconds: Int64

  package init(microseconds: Int64) { self.microseconds = microseconds }

  package static func < (a: FleetInstant, b: FleetInstant) -> Bool {
    a.microseconds < b.microseconds
  }

  /// Later by a number of milliseconds, or as late as there is.
  package func later(byMilliseconds milliseconds: Int64) -> FleetInstant {
    let (added, isOver) = milliseconds.multipliedReportingOverflow(by: 1_000)
    let (sum, isTooLate) = microseconds.addingReportingOverflow(added)
    return FleetInstant(microseconds: isOver || isTooLate ? .max : sum)
  }
}

/// The number under which a node is known, as long as its folder lives.
package struct NodeID: Sendable, Hashable, Comparable {
  package let number: UInt64

  package init(_ number: UInt64) { self.number = number }

  package static func < (a: NodeID, b: NodeID) -> Bool { a.number < b.number }
}

/// The name of an entry, by which a repeated write of it is recognised.
package struct EntryID: Sendable, Hashable, Comparable {
  package let high: UInt64
  package let low: UInt64

  package init(_ high: UInt64, _ low: UInt64) {
    self.high = high
    self.low = low
  }

  package static func < (a: EntryID, b: EntryID) -> Bool {
    a.high == b.high ? a.low < b.low : a.high < b.high
  }
}

extension UInt64 {
  /// Sixteen hexadecimal digits.
  var digits: String {
    let text = String(self, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }
}

extension NodeID: CustomStringConvertible {
  package var description: String { number.digits }

  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 16, let number = UInt64(text, radix: 16) else { return nil }
    self.init(number)
  }
}

extension EntryID: CustomStringConvertible {
  package var description: String { high.digits + low.digits }

  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 32, let high = UInt64(text.prefix(16), radix: 16),
      let low = UInt64(text.dropFirst(16), radix: 16)
    else { return nil }
    self.init(high, low)
  }
}

extension FleetEpoch: CustomStringConvertible {
  package var description: String { "\(began).\(UInt64(bitPattern: mark).digits)" }

  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let began = Int64(parts[0]), let mark = UInt64(parts[1], radix: 16)
    else { return nil }
    self.init(began: began, mark: Int64(bitPattern: mark))
  }
}

extension FleetPosition: CustomStringConvertible {
  package var description: String { "\(epoch).\(number)" }

  package init?(_ text: some StringProtocol) {
    guard let dot = text.lastIndex(of: "."), let epoch = FleetEpoch(text[..<dot]),
      let number = Int64(text[text.index(after: dot)...]), number >= 0
    else { return nil }
    self.init(number, of: epoch)
  }
}
