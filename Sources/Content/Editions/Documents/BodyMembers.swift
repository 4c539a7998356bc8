// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Plans

/// The names of the members that any body of a document has.
struct BodyMembers {
  let names: Set<String>

  /// - Parameter document: what the document's file says.
  init(of document: DataValue) {
    var bodies = [document["body"]]
    if case .array(let variants)? = document["variants"]?.content {
      bodies += variants.flatMap { [$0["body"], $0["patch"]] }
    }
    // Every answer has these.
    var names: Set<String> = ["datatype", "id"]
    for case .dictionary(let body)? in bodies.map(\.?.content) {
      names.formUnion(TemplateKeys.withListFacts(body.members).lazy.map(\.key))
    }
    self.names = names
  }

  /// Notes each name that is no member of any body.
  func check(_ wanted: [PlacedName], of key: String, _ findings: inout Findings) {
    for name in wanted where !names.contains(name.name) {
      let suggestion = Suggestion.nearest(to: name.name, among: names.sorted())
      findings.error(
        .unknownName,
        at: name.place,
        "\"\(key)\" names \"\(name.name)\", and no body of the document has such a member",
        suggestion: suggestion
      )
    }
  }
}
