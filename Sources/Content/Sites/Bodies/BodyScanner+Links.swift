// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Plans

extension BodyScanner {
  /// Walks a link to a document.
  mutating func take(
    link value: DataValue,
    _ key: String,
    _ rows: UInt64,
    _ findings: inout Findings
  ) {
    let subject = Subject.key(BodyKeys.link)
    guard let link = LinkDeclaration.shape.value(of: value, subject, in: file, &findings),
      let path = link.path
    else { return }
    if !hasPlan, let names = value[TemplateKeys.with] {
      findings.error(
        .badPick,
        at: FilePlace(file, names.position),
        "\"\(TemplateKeys.with)\" gives values to names in braces, which only a plan fills: the document "
          + "has no \"calls\""
      )
    } else {
      checkNames(in: path, link.names, &findings)
    }
    for carried in link.carry where carried.value == nil && !hasPlan {
      findings.error(
        .badPick,
        at: carried.place,
        "there is nothing to pick from: the document has no \"calls\""
      )
    }
    let carry = link.carry.map {
      CarriedValue(name: $0.key, literal: $0.value, position: $0.place.position)
    }
    let role: DocumentLink.Role =
      key == BodyKeys.next ? .next : key == BodyKeys.cancel ? .cancel : .other
    let position = path.place.position
    take(DocumentLink(path: path.value, role: role, rows: rows, carry: carry, position: position))
  }

  /// Notes each name in the braces of a path that nothing stands for.
  func checkNames(
    in path: Placed<String>,
    _ names: [Entry<String>]?,
    _ findings: inout Findings
  ) {
    let known = routeNames + (names ?? []).map(\.key)
    for name in path.value.split(separator: "/").compactMap({ RoutePattern.name($0) })
    where !known.contains(name) {
      findings.error(
        .unknownName,
        at: path.place,
        "{\(name)} in \"\(path.value)\" has no value; expected "
          + (hasPlan
            ? "it in \"\(TemplateKeys.with)\""
            : "a path without braces, since the document has no \"calls\"")
      )
    }
  }
}
