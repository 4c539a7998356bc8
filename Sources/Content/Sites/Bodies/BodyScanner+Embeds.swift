// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Plans

extension BodyScanner {
  /// Whether another document stands anywhere in a value.
  static func hasEmbeds(_ value: DataValue) -> Bool {
    switch value.content {
    case .array(let elements): elements.contains { hasEmbeds($0) }
    case .dictionary(let dictionary):
      dictionary.members.contains { $0.key == TemplateKeys.embed || hasEmbeds($0.value) }
    default: false
    }
  }

  /// Walks what says that another document stands here.
  mutating func take(
    embed: DataValue,
    _ dictionary: DataDictionary,
    key: String,
    rows: UInt64,
    isRow: Bool,
    _ findings: inout Findings
  ) {
    let place = FilePlace(file, embed.position)
    guard case .string(let path) = embed.content, !path.isEmpty else {
      findings.error(
        .wrongKind,
        at: place,
        "\"\(TemplateKeys.embed)\" is \(embed.kindName); expected a path"
      )
      return
    }
    let known = [TemplateKeys.embed, TemplateKeys.with, TemplateKeys.view, TemplateKeys.otherwise]
    let allowed = known + (isRow ? [BodyKeys.device, BodyKeys.when] : [])
    for member in dictionary.members where !allowed.contains(member.key) {
      findings.error(
        .unknownKey,
        at: FilePlace(file, member.keyPosition),
        "an embedded document has no key \"\(member.key)\"; expected one of "
          + allowed.joined(separator: ", ")
      )
    }
    checkView(dictionary, &findings)
    if let with = dictionary[TemplateKeys.with] { take(with: with, &findings) }
    checkNames(in: path, dictionary, at: place, &findings)
    if let otherwise = dictionary[TemplateKeys.otherwise] {
      walk(otherwise, key: key, rows: rows, isRow: false, &findings)
    }
    take(DocumentLink(path: path, role: .embed, rows: rows, carry: [], position: embed.position))
  }

  private func checkView(_ dictionary: DataDictionary, _ findings: inout Findings) {
    guard let view = dictionary[TemplateKeys.view] else { return }
    if case .string(let name) = view.content, TemplateKeys.views.contains(name) { return }
    findings.error(
      .badValue,
      at: FilePlace(file, view.position),
      "\"\(TemplateKeys.view)\" is no view; expected \(TemplateKeys.views.joined(separator: ", "))"
    )
  }
}
