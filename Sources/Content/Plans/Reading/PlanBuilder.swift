// SPDX-License-Identifier: Apache-2.0

package import DataFiles
package import FileShapes
import HTTPValues

/// Makes the plan of a document of what its file says, and holds the plan's parts against each other.
package struct PlanBuilder {
  let file: String
  /// The names in the braces of the document's path.
  let routeNames: [String]
  /// The calls that the file names, those that cannot be read among them.
  let named: Set<String>
  var plan: Plan

  /// Makes the plan of a document; `nil` if it has none.
  package static func plan(
    _ declaration: PlanDeclaration,
    of document: DataValue,
    at path: String,
    _ context: inout ReadingContext
  ) -> Plan? {
    var builder = PlanBuilder(
      file: context.file,
      routeNames: RoutePattern(path)?.names ?? [],
      named: Set(context.names(of: .call)),
      plan: declaration.plan
    )
    builder.plan.countries = declaration.visitor.countries
    builder.plan.devices = declaration.visitor.devices
    builder.plan.list = declaration.list?.value
    guard let calls = declaration.calls else {
      let needing = PlanDeclaration.keysNeedingCalls
      guard builder.routeNames.isEmpty, needing.allSatisfy({ document[$0] == nil }) else {
        context.findings.error(
          .missingKey,
          at: context.place(of: document),
          "the document has no \"calls\", and braces in its path, \"query\", \"visitor\", \"budget\" "
            + "or \"list\", which need them"
        )
        return nil
      }
      builder.checkFlow(&context.findings)
      return builder.plan.flow.isEmpty ? nil : builder.plan
    }
    if let place = declaration.list?.place { builder.checkParameters(at: place, &context.findings) }
    builder.checkFlow(&context.findings)
    builder.addCalls(calls, &context.findings)
    if let place = declaration.list?.place { builder.checkList(at: place, &context.findings) }
    return builder.plan
  }

  private func checkFlow(_ findings: inout Findings) {
    let others = [("the path", routeNames), ("\"query\"", plan.queryNames)]
    for value in plan.flow {
      for (other, names) in others where names.contains(value.name) {
        findings.error(
          .badValue,
          at: FilePlace(file, value.position),
          "\"\(value.name)\" is a name of \(other) already; expected another one"
        )
      }
    }
  }

  private mutating func addCalls(
    _ calls: [Entry<CallDeclaration>],
    _ findings: inout Findings
  ) {
    let declared = calls.compactMap { entry in
      entry.value.call(named: entry.key).map { (call: $0, entry: entry) }
    }
    plan.calls = declared.map(\.call)
    for (index, declared) in declared.enumerated() {
      if let body = declared.entry.value.body { read(body, ofCall: index, &findings) }
    }
    let places = declared.map(\.entry.place)
    for index in plan.calls.indices { findDependencies(of: index, at: places[index], &findings) }
    refuseCircles(places, &findings)
  }

  /// Reads the body of a call, when all calls are known that it may pick from.
  private mutating func read(
    _ body: DataValue,
    ofCall index: Int,
    _ findings: inout Findings
  ) {
    let place = FilePlace(file, body.position)
    guard case .dictionary(let dictionary) = body.content else {
      findings.error(
        .wrongKind,
        at: place,
        "the body of \"\(plan.calls[index].name)\" is \(body.kindName); expected a dictionary"
      )
      return
    }
    var reader = TemplateReader(plan, in: file)
    let read = reader.callBody(dictionary)
    findings.add(reader.findings)
    plan.calls[index].body = read.template
    plan.calls[index].bodyNames = read.names
    for pick in read.picks { depend(index, on: pick, at: place, &findings) }
    for other in read.template.needed.sorted()
    where !plan.calls[index].dependencies.contains(other) {
      plan.calls[index].dependencies.append(other)
    }
  }
}

/// The rules of plans, in the words of the documentation.
extension FindingRule {
  package static let endlessLoop = FindingRule("endless-loop")
  package static let badPick = FindingRule("bad-pick")
  package static let badFormat = FindingRule("bad-format")
}
