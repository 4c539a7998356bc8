// SPDX-License-Identifier: Apache-2.0

/// The memory of a registry's shards, which may outlive the process.
package protocol SignalStorage: Sendable {
  /// Returns the memory of one more shard, all zeros, with a word for each slot.
  func makeMemory(slots: Int) throws(SignalFault) -> SignalMemory

  /// Notes a new series and its slots, which are the same in every block, before anything is
  /// recorded.
  func admit(_ identity: SignalIdentity, at slots: Range<Int>) throws(SignalFault)

  /// Returns what other processes have counted: those before, and those that are being replaced.
  func inherited() -> [SignalIdentity: SignalValue]

  /// Returns the same as it was last read, for the families that are declared one after another at the start:
  /// reading all files again for each of them would take most of the time of a takeover.
  func lastInherited() -> [SignalIdentity: SignalValue]
}

extension SignalStorage {
  package func lastInherited() -> [SignalIdentity: SignalValue] { inherited() }
}

/// The stable name of a series across processes: its family and labels, with the way its slots are
/// read.
package struct SignalIdentity: Sendable, Hashable {
  package let family: String
  package let labelNames: [String]
  package let labelValues: [String]
  package let kind: SignalKind
  package let unit: SignalUnit

  package init(
    family: String,
    labelNames: [String],
    labelValues: [String],
    kind: SignalKind,
    unit: SignalUnit
  ) {
    self.family = family
    self.labelNames = labelNames
    self.labelValues = labelValues
    self.kind = kind
    self.unit = unit
  }

  init(_ description: SignalDescription, _ labelValues: [String]) {
    self.init(
      family: description.name,
      labelNames: description.labelNames,
      labelValues: labelValues,
      kind: description.kind,
      unit: description.unit
    )
  }
}

/// Memory that ends with the process.
struct ProcessMemory: SignalStorage {
  func makeMemory(slots: Int) throws(SignalFault) -> SignalMemory {
    try SignalMemory(count: slots)
  }

  func admit(_ identity: SignalIdentity, at slots: Range<Int>) {}

  func inherited() -> [SignalIdentity: SignalValue] { [:] }
}
