// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Plans

/// The members of all bodies of a document.
struct BodyMembers {
  private let bodies: [DataDictionary]

  /// - Parameter document: what the document's file says.
  init(of document: DataValue) {
    var bodies = [document["body"]]
    if case .array(let variants)? = document["variants"]?.content {
      for variant in variants { bodies += [variant["body"], variant["patch"]] }
    }
    self.bodies = bodies.compactMap { body in
      if case .dictionary(let members)? = body?.content { members } else { nil }
    }
  }

  /// Every answer has these.
  private static let given = ["datatype", "id"]

  /// Notes each name that is no member of any body.
  func check(_ wanted: [Placed<String>], of key: String, _ findings: inout Findings) {
    let unknown = wanted.filter { name in !bodies.contains { $0[name.value] != nil } }
    guard !unknown.isEmpty else { return }
    let names = bodies.flatMap { TemplateKeys.withListFacts($0.members) }.map(\.key)
    for name in unknown where !(names + BodyMembers.given).contains(name.value) {
      findings.error(
        .unknownName,
        at: name.place,
        "\"\(key)\" names \"\(name.value)\", and no body of the document has such a member",
        suggestion: Suggestion.nearest(to: name.value, among: Set(names).sorted())
      )
    }
  }
}
