// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

extension EdgeProfile {
  /// Writes the field in which the edge reads tags, and Cache-Groups (RFC 9875), which is for all.
  package func write(_ tags: EdgeTags, to fields: inout Fields) {
    let names = tags.tags.map(\.description)
    guard !names.isEmpty else { return }
    if let tagField { fields.set(tagField, names.joined(separator: kind.tagSeparator)) }
    let groups = StructuredField.List(names.map { .item(StructuredField.Item(.string($0))) })
    // A list of portable tags has nothing in it that cannot be written.
    guard let value = try? groups.serialized() else { return }
    fields.set(FieldName(.cacheGroups), value)
  }
}
