// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import Plans

// Calls that ask by a body. A plan only reads, so the method must promise that: QUERY does by itself,
// POST where the file says that this one does.
extension PlanReader {
  static let methods: [(name: String, method: HTTPValues.Method)] = [
    ("GET", .get), ("QUERY", .query), ("POST", .post),
  ]

  func method(_ members: inout MemberReader, _ findings: inout Findings) -> HTTPValues.Method {
    let name = members.name("method", &findings)
    let isSafe = members.boolean("safe", &findings) ?? false
    let body = members.value("body")
    var method = HTTPValues.Method.get
    if let name {
      guard let known = PlanReader.methods.first(where: { $0.name == name.name }) else {
        findings.error(
          .badValue,
          at: name.place,
          "\"method\" is \"\(name.name)\"; expected "
            + PlanReader.methods.map(\.name).joined(separator: ", ")
        )
        return .get
      }
      method = known.method
      if method == .post, !isSafe {
        findings.error(
          .badValue,
          at: name.place,
          "\(members.subject) is a POST, and a plan only reads; expected \"safe: true\" where the "
            + "service changes nothing"
        )
      }
    }
    if method == .get, let body {
      findings.error(
        .badValue,
        at: members.place(of: body),
        "\(members.subject) has a \"body\", which a GET does not send; expected \"method\" to be "
          + "QUERY or POST"
      )
    }
    if method != .get, body == nil {
      findings.error(
        .missingKey,
        at: members.place,
        "\(members.subject) has no \"body\", which its method sends"
      )
    }
    return method
  }

  /// Reads the bodies of calls, when all calls are known that they may pick from.
  mutating func readBodies(_ calls: MemberReader, _ findings: inout Findings) {
    for member in calls.members {
      guard let index = plan.index(of: member.key), let body = member.value["body"] else {
        continue
      }
      let place = FilePlace(file, body.position)
      guard case .dictionary(let dictionary) = body.content else {
        findings.error(
          .wrongKind,
          at: place,
          "the body of \"\(member.key)\" is \(body.kindName); expected a dictionary"
        )
        continue
      }
      var reader = TemplateReader(plan)
      let read = reader.callBody(dictionary)
      for fault in reader.faults {
        findings.error(
          .badPick,
          at: FilePlace(file, fault.position),
          fault.message,
          quote: fault.quote
        )
      }
      plan.calls[index].body = read.template
      plan.calls[index].bodyNames = read.names
      for pick in read.picks { depend(index, on: pick, at: place, &findings) }
      for other in read.template.needed.sorted()
      where !plan.calls[index].dependencies.contains(other) {
        plan.calls[index].dependencies.append(other)
      }
    }
  }
}
