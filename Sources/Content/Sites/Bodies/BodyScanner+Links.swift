// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Plans

extension BodyScanner {
  /// Walks a link to a document.
  mutating func take(
    link: DataValue,
    _ dictionary: DataDictionary,
    _ key: String,
    _ rows: UInt64,
    _ findings: inout Findings
  ) {
    let place = FilePlace(file, link.position)
    guard case .string(let path) = link.content, !path.isEmpty else {
      findings.error(.wrongKind, at: place, "\"$ref\" is \(link.kindName); expected a path")
      return
    }
    let known =
      [BodyKeys.link, TemplateKeys.carry] + (hasPlan ? [TemplateKeys.with] : [])
    for member in dictionary.members where !known.contains(member.key) {
      findings.error(
        .unknownKey,
        at: FilePlace(file, member.keyPosition),
        "a link has no key \"\(member.key)\"; expected one of \(known.joined(separator: ", "))"
      )
    }
    if hasPlan, let with = dictionary[TemplateKeys.with] { take(with: with, &findings) }
    if hasPlan || dictionary[TemplateKeys.with] == nil {
      checkNames(in: path, dictionary, at: place, &findings)
    }
    let carry = dictionary[TemplateKeys.carry].map { take(carry: $0, &findings) } ?? []
    let role: DocumentLink.Role =
      key == BodyKeys.next ? .next : key == BodyKeys.cancel ? .cancel : .other
    take(DocumentLink(path: path, role: role, rows: rows, carry: carry, position: link.position))
  }

  /// Notes each name in the braces of a path that nothing stands for.
  func checkNames(
    in path: String,
    _ dictionary: DataDictionary,
    at place: FilePlace,
    _ findings: inout Findings
  ) {
    for name in path.split(separator: "/").compactMap({ RoutePattern.name($0) })
    where dictionary[TemplateKeys.with]?[name] == nil && !routeNames.contains(name) {
      findings.error(
        .unknownName,
        at: place,
        "nothing says what {\(name)} in \"\(path)\" stands for; expected "
          + (hasPlan
            ? "it in \"\(TemplateKeys.with)\""
            : "a path without braces, since the document has no \"calls\"")
      )
    }
  }

  /// Checks the values of the names in braces in a link's path.
  func take(with: DataValue, _ findings: inout Findings) {
    _ = Shape<String>.text.dictionary(of: "the name")
      .value(of: with, .key(TemplateKeys.with), in: file, &findings)
  }

  /// Reads the values that a link carries to its document.
  private func take(carry: DataValue, _ findings: inout Findings) -> [CarriedValue] {
    guard case .dictionary(let names) = carry.content else {
      findings.error(
        .wrongKind,
        at: FilePlace(file, carry.position),
        "\"carry\" is \(carry.kindName); expected a dictionary"
      )
      return []
    }
    return names.members.map { member in
      let literal = TemplateReader.literal(carried: member.value)
      if literal == nil { check(carried: member, &findings) }
      return CarriedValue(name: member.key, literal: literal, position: member.keyPosition)
    }
  }

  /// Notes a carried value that is neither a literal nor a pick; picks are checked by the template.
  private func check(carried member: DataDictionary.Member, _ findings: inout Findings) {
    let place = FilePlace(file, member.value.position)
    guard case .string = member.value.content else {
      findings.error(
        .wrongKind,
        at: place,
        "\"\(member.key)\" is \(member.value.kindName); expected a string, an integer or a pick"
      )
      return
    }
    if !hasPlan {
      findings.error(
        .badPick,
        at: place,
        "there is nothing to pick from: the document has no \"calls\""
      )
    }
  }
}
