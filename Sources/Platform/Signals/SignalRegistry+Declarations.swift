// SPDX-License-Identifier: Apache-2.0

import Synchronization

extension SignalRegistry {
  /// Declares a counter without labels; `name` ends in `_total`.
  package func counter(
    _ name: String,
    _ help: String,
    unit: SignalUnit = .none
  ) throws(SignalFault) -> Counter {
    try counters(name, help, unit: unit, labels: [])[positions: []]
  }

  /// Declares a counter for each combination of label values.
  package func counters(
    _ name: String,
    _ help: String,
    unit: SignalUnit = .none,
    labels: [SignalLabel]
  ) throws(SignalFault) -> SignalFamily<Counter> {
    let slots = try declare(name, help, .counter, unit, labels)
    return SignalFamily(labels: labels, series: slots.map(Counter.init))
  }

  /// Declares a gauge without labels.
  package func gauge(
    _ name: String,
    _ help: String,
    unit: SignalUnit = .none
  ) throws(SignalFault) -> Gauge {
    try gauges(name, help, unit: unit, labels: [])[positions: []]
  }

  /// Declares a gauge for each combination of label values.
  package func gauges(
    _ name: String,
    _ help: String,
    unit: SignalUnit = .none,
    labels: [SignalLabel]
  ) throws(SignalFault) -> SignalFamily<Gauge> {
    let slots = try declare(name, help, .gauge, unit, labels)
    return SignalFamily(labels: labels, series: slots.map(Gauge.init))
  }

  /// Declares a histogram without labels.
  package func histogram(
    _ name: String,
    _ help: String,
    unit: SignalUnit
  ) throws(SignalFault) -> Histogram {
    try histograms(name, help, unit: unit, labels: [])[positions: []]
  }

  /// Declares a histogram for each combination of label values.
  package func histograms(
    _ name: String,
    _ help: String,
    unit: SignalUnit,
    labels: [SignalLabel]
  ) throws(SignalFault) -> SignalFamily<Histogram> {
    let slots = try declare(name, help, .histogram, unit, labels)
    return SignalFamily(labels: labels, series: slots.map { Histogram(slot: $0, unit: unit) })
  }

  /// Declares the series of all combinations; the last label varies fastest.
  private func declare(
    _ name: String,
    _ help: String,
    _ kind: SignalKind,
    _ unit: SignalUnit,
    _ labels: [SignalLabel]
  ) throws(SignalFault) -> [Int] {
    let labels = fixedLabels + labels
    let description = try SignalDescription(
      name: name,
      help: help,
      kind: kind,
      unit: unit,
      labelNames: labels.map(\.name)
    )
    let combinations = try Self.combinations(of: labels, in: name)
    return try shared.state.withLock { state throws(SignalFault) in
      try state.admit(description, combinations)
    }
  }

  private static func combinations(
    of labels: [SignalLabel],
    in name: String
  ) throws(SignalFault) -> [[String]] {
    var combinations: [[String]] = [[]]
    for label in labels {
      guard !label.values.isEmpty, Set(label.values).count == label.values.count else {
        throw SignalFault(
          .label,
          "signal \(name): expected one or more distinct values of \(label.name)"
        )
      }
      guard combinations.count * label.values.count <= seriesLimit else {
        throw tooManySeries(of: name)
      }
      combinations = combinations.flatMap { head in label.values.map { head + [$0] } }
    }
    return combinations
  }

  static func tooManySeries(of name: String) -> SignalFault {
    SignalFault(.tooManySeries, "signal \(name): expected at most \(seriesLimit) series")
  }
}

extension SignalRegistry.State {
  /// Finds or creates the series of a family; all of them or none.
  fileprivate mutating func admit(
    _ description: SignalDescription,
    _ combinations: [[String]]
  ) throws(SignalFault) -> [Int] {
    let position = families.firstIndex { $0.description.name == description.name }
    var family = position.map { families[$0] } ?? .init(description: description)
    guard family.description == description else {
      throw SignalFault(.conflict, "signal \(description.name): already declared differently")
    }
    var free = free
    for values in combinations where family.slotOfValues[values] == nil {
      guard let slot = description.kind == .histogram ? free.takePage() : free.takeOne() else {
        throw SignalFault(.tooManySeries, "signal \(description.name): no room in the registry")
      }
      family.slotOfValues[values] = slot
      family.series.append((values, slot))
    }
    guard family.series.count <= SignalRegistry.seriesLimit else {
      throw SignalRegistry.tooManySeries(of: description.name)
    }
    self.free = free
    if let position { families[position] = family } else { families.append(family) }
    return combinations.compactMap { family.slotOfValues[$0] }
  }
}
