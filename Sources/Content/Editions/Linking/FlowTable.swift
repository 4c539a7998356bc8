// SPDX-License-Identifier: Apache-2.0

import Plans
import Sites

/// Values that every document carries along its flows: those that it needs itself, and those needed
/// by the steps that it leads on or back to, unless its link sets them. So a step also carries
/// values that its own file does not mention.
struct FlowTable {
  struct Carried {
    var name: FlowName
    /// The document whose file declares it.
    var origin: Int
  }

  /// For each document that carries something, its values by their names.
  private(set) var carried: [Int: [String: Carried]] = [:]

  /// - Parameters:
  ///   - config: the document that apps begin with, which no link carries anything to.
  ///   - target: the document that a link leads to.
  init(_ drafts: [DocumentDraft], config: Int?, target: (DocumentLink) -> Int?) {
    for (number, draft) in drafts.enumerated() where number != config {
      guard let own = draft.planned?.plan.flow, !own.isEmpty else { continue }
      for name in own {
        carried[number, default: [:]][name.name] = Carried(name: name, origin: number)
      }
    }
    guard !carried.isEmpty else { return }
    var stepsTo: [Int: [(from: Int, set: Set<String>)]] = [:]
    for (number, draft) in drafts.enumerated() where number != config {
      for link in draft.links where link.isStep {
        guard let target = target(link) else { continue }
        stepsTo[target, default: []].append((number, Set(link.carry.map(\.name))))
      }
    }
    // A name comes once, is needed from some time on and only gets shorter: so this ends, also where
    // steps lead around in a circle.
    var waiting = carried.keys.sorted()
    while let number = waiting.popLast() {
      let values = (carried[number] ?? [:]).values.sorted { $0.name.name < $1.name.name }
      for step in stepsTo[number] ?? [] {
        var isChanged = false
        for value in values where !step.set.contains(value.name.name) {
          isChanged = add(value, to: step.from) || isChanged
        }
        if isChanged { waiting.append(step.from) }
      }
    }
  }

  /// The values that a document carries, in the order of their names.
  func names(of number: Int) -> [FlowName] {
    (carried[number] ?? [:]).values.map(\.name).sorted { $0.name < $1.name }
  }

  /// Takes over what a step needs that a document leads to; `false` if it is known.
  private mutating func add(_ value: Carried, to number: Int) -> Bool {
    let name = value.name
    guard let known = carried[number]?[name.name] else {
      let passed = FlowName(
        name.name,
        fallback: nil,
        maximumBytes: name.maximumBytes,
        isRequired: name.isRequired,
        at: name.position
      )
      carried[number, default: [:]][name.name] = Carried(name: passed, origin: value.origin)
      return true
    }
    // A value with a default in this document is never missing.
    let becomesNeeded =
      name.isRequired && !known.name.isRequired && known.name.fallback == nil
    guard becomesNeeded || name.maximumBytes < known.name.maximumBytes else { return false }
    let merged = FlowName(
      name.name,
      fallback: known.name.fallback,
      maximumBytes: min(name.maximumBytes, known.name.maximumBytes),
      isRequired: known.name.isRequired || becomesNeeded,
      at: becomesNeeded ? name.position : known.name.position
    )
    let origin = becomesNeeded ? value.origin : known.origin
    carried[number]?[name.name] = Carried(name: merged, origin: origin)
    return true
  }
}
