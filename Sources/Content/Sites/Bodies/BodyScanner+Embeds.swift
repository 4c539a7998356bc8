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
    embed value: DataValue,
    _ dictionary: DataDictionary,
    key: String,
    rows: UInt64,
    isRow: Bool,
    _ findings: inout Findings
  ) {
    var own = value
    if isRow {
      let members = dictionary.members.filter {
        $0.key != BodyKeys.device && $0.key != BodyKeys.when
      }
      own.content = .dictionary(DataDictionary(unique: members))
    }
    let subject = Subject.key(TemplateKeys.embed)
    guard let embed = EmbedDeclaration.shape.value(of: own, subject, in: file, &findings) else {
      return
    }
    if let otherwise = embed.otherwise {
      walk(otherwise, key: key, rows: rows, isRow: false, &findings)
    }
    guard let path = embed.path else { return }
    checkNames(in: path, embed.names, &findings)
    let position = path.place.position
    take(
      DocumentLink(
        path: path.value,
        role: .embed,
        rows: rows,
        carry: [],
        position: position,
        isLight: embed.view == .light
      )
    )
  }
}
