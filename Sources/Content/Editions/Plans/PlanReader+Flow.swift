// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Plans

// What a document needs along a flow. What it carries for the steps behind it follows from these, when
// all documents are known.
extension PlanReader {
  mutating func readFlow(_ flow: MemberReader, _ findings: inout Findings) {
    for member in flow.members {
      if let name = name(member, &findings) { plan.flow.append(name) }
    }
    limit(plan.flow.count, FlowLimits.maximumNames, "values", flow.place, &findings)
  }

  private func name(
    _ member: DataDictionary.Member,
    _ findings: inout Findings
  ) -> FlowName? {
    let place = FilePlace(file, member.keyPosition)
    guard FlowLimits.isName(member.key) else {
      findings.error(
        .badValue,
        at: place,
        "\"\(member.key)\" is no name of a value; expected 1 to \(FlowLimits.maximumNameBytes) "
          + "letters, digits and underscores"
      )
      return nil
    }
    let others = [("the path", routeNames), ("\"query\"", plan.queryNames)]
    for (other, names) in others where names.contains(member.key) {
      findings.error(
        .badValue,
        at: place,
        "\"\(member.key)\" is a name of \(other) already; expected another one"
      )
    }
    let subject = "the value \"\(member.key)\""
    guard var members = MemberReader(member.value, of: subject, in: file, &findings) else {
      return nil
    }
    let fallback = members.string("default", &findings)
    let bytes =
      members.integer("maximumBytes", in: FlowLimits.valueBytes, &findings)
      ?? FlowLimits.standardBytes
    members.refuseOthers(&findings)
    if let fallback, fallback.utf8.count > bytes {
      findings.error(
        .badValue,
        at: members.place,
        "the default of \"\(member.key)\" has \(fallback.utf8.count) bytes; expected at most \(bytes)"
      )
    }
    return FlowName(
      member.key,
      fallback: fallback,
      maximumBytes: bytes,
      isRequired: fallback == nil,
      at: member.keyPosition
    )
  }
}
