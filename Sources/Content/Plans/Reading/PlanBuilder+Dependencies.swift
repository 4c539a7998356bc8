// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues

// Calls wait for those whose answers they need: that follows from what their paths name.
extension PlanBuilder {
  mutating func findDependencies(
    of index: Int,
    at place: FilePlace,
    _ findings: inout Findings
  ) {
    var picks: [Pick] = []
    let names = Set(plan.calls[index].variableNames)
    for name in names.sorted() {
      switch plan.calls[index].arguments[name] {
      case .pick(let pick):
        plan.calls[index].arguments[name] = .pick(pick.numbered(in: plan))
        picks.append(pick)
      case .literal: break
      case nil:
        if given.contains(name) { continue }
        guard let fact = VisitorFact(rawValue: name) else {
          findings.error(
            .unknownName,
            at: place,
            "{\(name)} in the path or the body of \"\(plan.calls[index].name)\" has no value",
            suggestion: Suggestion.nearest(to: name, among: known)
          )
          continue
        }
        plan.calls[index].facts.insert(fact)
      }
    }
    for name in plan.calls[index].arguments.keys.sorted() where !names.contains(name) {
      findings.error(
        .unknownName,
        at: place,
        "\"with\" gives a value to \"\(name)\", which neither path nor body uses"
      )
    }
    for pick in picks { depend(index, on: pick, at: place, &findings) }
    if let batch = plan.calls[index].batch, !names.contains(batch.variable) {
      findings.error(
        .unknownName,
        at: place,
        "\"batch\" is about \"\(batch.variable)\", which neither path nor body uses"
      )
    }
    checkFacts(of: index, at: place, &findings)
  }

  /// The names of what a request gives.
  private var given: [String] { routeNames + plan.queryNames + plan.flow.map(\.name) }

  private var known: [String] { given + VisitorFact.allCases.map(\.rawValue) }

  mutating func depend(
    _ index: Int,
    on pick: Pick,
    at place: FilePlace,
    _ findings: inout Findings
  ) {
    switch pick.root {
    case .call(let name):
      guard let other = plan.index(of: name) else {
        guard !named.contains(name) else { return }
        findings.error(
          .unknownName,
          at: place,
          "\"\(plan.calls[index].name)\" waits for \"\(name)\", and the plan has no such call",
          suggestion: Suggestion.nearest(to: name, among: plan.calls.map(\.name))
        )
        return
      }
      if !plan.calls[index].dependencies.contains(other) {
        plan.calls[index].dependencies.append(other)
      }
    case .visitor(let fact): plan.calls[index].facts.insert(fact)
    case .route(let name):
      if !routeNames.contains(name) {
        findings.error(
          .unknownName,
          at: place,
          "the document's path has no {\(name)}",
          suggestion: Suggestion.nearest(to: name, among: routeNames)
        )
      }
    case .query(let name):
      if !plan.queryNames.contains(name) {
        findings.error(
          .unknownName,
          at: place,
          "\"\(name)\" is not among the parameters in \"query\"",
          suggestion: Suggestion.nearest(to: name, among: plan.queryNames)
        )
      }
    case .flow(let name):
      if !plan.flow.contains(where: { $0.name == name }) {
        findings.error(
          .unknownName,
          at: place,
          "\"\(name)\" is not among the names in \"flow\"",
          suggestion: Suggestion.nearest(to: name, among: plan.flow.map(\.name))
        )
      }
    case .item: break
    }
  }

  private func checkFacts(of index: Int, at place: FilePlace, _ findings: inout Findings) {
    let facts = plan.calls[index].facts
    if facts.contains(.country), plan.countries.isEmpty {
      findings.error(
        .missingKey,
        at: place,
        "\"\(plan.calls[index].name)\" passes the visitor's country on, but \"visitor\" does not list the "
          + "countries that make a difference"
      )
    }
    if facts.contains(.device), plan.devices.isEmpty {
      findings.error(
        .missingKey,
        at: place,
        "\"\(plan.calls[index].name)\" passes the visitor's device on, but \"visitor\" does not list the "
          + "devices that make a difference"
      )
    }
  }

  func refuseCircles(_ places: [FilePlace], _ findings: inout Findings) {
    let waits = plan.calls.map { plan.closure(of: Set($0.dependencies)) }
    var told: Set<Int> = []
    for index in plan.calls.indices where waits[index].contains(index) && !told.contains(index) {
      let group = plan.calls.indices.filter {
        waits[index].contains($0) && waits[$0].contains(index)
      }
      told.formUnion(group)
      let names = group.map { plan.calls[$0].name }.sorted()
      findings.error(
        .endlessLoop,
        at: group.map { places[$0] }.min() ?? FilePlace(file),
        "the calls \(names.joined(separator: ", ")) wait for each other",
        parties: group.map { Finding.Party(places[$0], "\"\(plan.calls[$0].name)\" is here") }
      )
    }
  }
}
