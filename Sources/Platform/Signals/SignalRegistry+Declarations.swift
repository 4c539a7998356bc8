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
    return SignalFamily(labels: labels, series: slots.map { Counter(slot: $0, unit: unit) })
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
    return SignalFamily(labels: labels, series: slots.map { Gauge(slot: $0, unit: unit) })
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
      try state.admit(description, combinations, in: shared.storage)
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

  /// Declares a family whose series come into being when they are first asked for; see
  /// `GrowingFamily`.
  package func growing<Series>(
    _ name: String,
    _ help: String,
    unit: SignalUnit = .none,
    labels: [String],
    folding: [String]
  ) throws(SignalFault) -> GrowingFamily<Series> {
    try GrowingFamily(
      SignalDescription(
        name: name,
        help: help,
        kind: Series.kind,
        unit: unit,
        labelNames: fixedLabels.map(\.name) + labels
      ),
      folding: folding,
      in: self
    )
  }

  static func tooManySeries(of name: String) -> SignalFault {
    SignalFault(.tooManySeries, "signal \(name): expected at most \(seriesLimit) series")
  }
}

extension SignalRegistry.State {
  /// Finds or creates the series of a family; all of them, or none where there is no room.
  mutating func admit(
    _ description: SignalDescription,
    _ combinations: [[String]],
    in storage: any SignalStorage
  ) throws(SignalFault) -> [Int] {
    let index = try family(description)
    let new = combinations.filter { families[index].slotOfValues[$0] == nil }
    guard new.count + families[index].series.count <= families[index].limit else {
      if families[index].series.isEmpty { families.remove(at: index) }
      throw SignalRegistry.tooManySeries(of: description.name)
    }
    var free = free
    let slots = new.compactMap { _ in
      description.kind == .histogram ? free.takePage() : free.takeOne()
    }
    guard slots.count == new.count else {
      if families[index].series.isEmpty { families.remove(at: index) }
      throw SignalFault(.tooManySeries, "signal \(description.name): no room in the registry")
    }
    self.free = free
    for (values, slots) in zip(new, slots) {
      let identity = SignalIdentity(description, values)
      try storage.admit(identity, at: slots)
      families[index].slotOfValues[values] = slots.lowerBound
      families[index].series.append((values, slots.lowerBound, identity))
    }
    return combinations.compactMap { families[index].slotOfValues[$0] }
  }

  /// Finds or creates a family, and returns its position.
  mutating func family(_ description: SignalDescription) throws(SignalFault) -> Int {
    guard let index = families.firstIndex(where: { $0.description.name == description.name }) else {
      families.append(.init(description: description))
      return families.count - 1
    }
    guard families[index].description == description else {
      throw SignalFault(.conflict, "signal \(description.name): already declared differently")
    }
    return index
  }
}
