// SPDX-License-Identifier: Apache-2.0

import DataFiles
import ResourceModel

extension StoreDialect {
  /// The most bytes of a text in an index of PostgreSQL, whose entries have at most 2,704.
  private static let indexedBytes = 2_500

  /// Returns why the engine cannot keep a record that its type allows; `nil` where it can.
  func obstacle(to resource: Resource, of type: ResourceType) -> ValidationError? {
    guard self == .postgreSQL else { return nil }
    for (name, value) in resource.attributes.members.map({ ($0.key, $0.value) }) {
      if name.unicodeScalars.contains("\0") || Self.hasZero(value) {
        return ValidationError(
          name,
          .pattern,
          "has the character U+0000, which PostgreSQL keeps in no text; expected a text without it"
        )
      }
      guard type.attribute(name)?.hasIndex == true, let text = value.string,
        text.utf8.count > Self.indexedBytes
      else { continue }
      return ValidationError(
        name,
        .length,
        "has \(text.utf8.count) bytes; expected at most \(Self.indexedBytes), since it is indexed"
      )
    }
    for names in type.uniqueGroups {
      let bytes = names.reduce(0) { $0 + (resource.attributes[$1]?.string?.utf8.count ?? 0) }
      guard bytes > Self.indexedBytes, let name = names.first else { continue }
      return ValidationError(
        name,
        .length,
        "has \(bytes) bytes with \(names.dropFirst().joined(separator: " and ")); expected at most "
          + "\(Self.indexedBytes), since they are unique together"
      )
    }
    return nil
  }

  private static func hasZero(_ value: DataValue) -> Bool {
    if let text = value.string { return text.utf8.contains(0) }
    if let elements = value.elements { return elements.contains(where: hasZero) }
    return value.dictionary?.members.contains {
      $0.key.utf8.contains(0) || hasZero($0.value)
    } ?? false
  }
}
