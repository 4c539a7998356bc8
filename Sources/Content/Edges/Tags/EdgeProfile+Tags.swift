// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

extension EdgeProfile {
  /// Writes the field in which the edge reads tags, if it has one.
  package func write(_ tags: EdgeTags, to fields: inout Fields) {
    if let tagField {
      tags.write(as: tagField, between: "", kind.adapter.tagSeparator, to: &fields)
    }
  }
}

extension EdgeTags {
  /// Writes Cache-Groups (RFC 9875), which every answer has: a list of strings, without escapes since tags
  /// need none.
  package func writeGroups(to fields: inout Fields) {
    write(as: FieldName(.cacheGroups), between: "\"", ", ", to: &fields)
  }

  fileprivate func write(
    as name: FieldName,
    between quote: String,
    _ separator: String,
    to fields: inout Fields
  ) {
    guard !tags.isEmpty else { return }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(tags.reduce(0) { $0 + $1.description.utf8.count + 4 })
    for tag in tags {
      if !bytes.isEmpty { bytes += separator.utf8 }
      bytes += quote.utf8
      bytes += tag.description.utf8
      bytes += quote.utf8
    }
    fields.remove(name)
    fields.append(name, bytes: bytes.span)
  }
}
