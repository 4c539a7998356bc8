// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Values that are read only when somebody asks for them.
extension SignalRegistry {
  /// A value of one series, in recorded units.
  package struct Observation: Sendable {
    package let labelValues: [String]
    package let value: Int

    package init(_ labelValues: [String] = [], _ value: Int) {
      self.labelValues = labelValues
      self.value = value
    }
  }

  /// The function that reads the values of a family, with the fixed labels of its registry.
  struct Source {
    let fixedValues: [String]
    let read: @Sendable () -> [Observation]
  }

  /// Declares a family whose values `read` returns at each snapshot, for values that are stored
  /// elsewhere. Those of a counter survive like recorded ones, except a process's own
  /// (`process_…`).
  package func observe(
    _ name: String,
    _ help: String,
    _ kind: SignalKind,
    unit: SignalUnit = .none,
    labels: [String] = [],
    read: @escaping @Sendable () -> [Observation]
  ) throws(SignalFault) {
    precondition(kind != .histogram, "a histogram is recorded")
    let description = try SignalDescription(
      name: name,
      help: help,
      kind: kind,
      unit: unit,
      labelNames: fixedLabels.map(\.name) + labels
    )
    let source = Source(fixedValues: fixedLabels.flatMap(\.values), read: read)
    try shared.state.withLock { state throws(SignalFault) in
      let index = try state.family(description)
      state.families[index].sources.append(source)
    }
  }

  /// Reads all sources: counters that survive go to their slots, the others are returned.
  func observe() -> [String: [SignalSnapshot.Series]] {
    let sources = shared.state.withLock { state in
      state.families.flatMap { family in family.sources.map { (family.description, $0) } }
    }
    var series: [String: [SignalSnapshot.Series]] = [:]
    for (description, source) in sources {
      for observation in source.read() {
        let values = source.fixedValues + observation.labelValues
        precondition(values.count == description.labelNames.count, "\(description.name): labels")
        let isCounter = description.kind == .counter
        if isCounter, !description.name.hasPrefix("process_") {
          shared.state.withLock { state in
            let slots = try? state.admit(description, [values], in: shared.storage)
            if let slot = slots?.first { state.ended[slot] = UInt64(clamping: observation.value) }
          }
        } else if series[description.name, default: []].count < SignalRegistry.seriesLimit {
          let value: SignalValue =
            isCounter
            ? .counter(UInt64(clamping: observation.value)) : .gauge(Int64(observation.value))
          series[description.name, default: []].append(.init(labelValues: values, value: value))
        }
      }
    }
    return series
  }
}
