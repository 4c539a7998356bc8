// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

extension EdgeProfile {
  /// Writes the field in which the edge reads tags, and Cache-Groups (RFC 9875), which is for all: a
  /// list of strings, in whose letters there is nothing to escape.
  package func write(_ tags: EdgeTags, to fields: inout Fields) {
    guard !tags.tags.isEmpty else { return }
    if let tagField { write(tags, between: "", kind.tagSeparator, as: tagField, to: &fields) }
    write(tags, between: "\"", ", ", as: FieldName(.cacheGroups), to: &fields)
  }

  private func write(
    _ tags: EdgeTags,
    between quote: String,
    _ separator: String,
    as name: FieldName,
    to fields: inout Fields
  ) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(tags.tags.reduce(0) { $0 + $1.description.utf8.count + 4 })
    for tag in tags.tags {
      if !bytes.isEmpty { bytes += separator.utf8 }
      bytes += quote.utf8
      bytes += tag.description.utf8
      bytes += quote.utf8
    }
    fields.remove(name)
    fields.append(name, bytes: bytes.span)
  }
}
