// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPValues

/// The tags of an answer as they are sent to CDNs: portable, and few enough for every CDN.
///
/// In the gateway an answer may have any number of tags. To an edge the first ones are sent as they are, as
/// far as its limits allow, and the others as buckets; a purge of a tag purges its bucket too. So every
/// answer with the tag is purged, and a few others.
package struct EdgeTags: Sendable, Hashable {
  /// The most tags and bytes that every CDN accepts for one answer.
  package static let maximumCount = 50
  package static let maximumBytes = 8_192
  /// The most bytes that a tag takes beside its own: quotes, a comma and a blank.
  private static let overhead = 4
  private static let handful = 16

  /// No tags, for an answer that is not kept.
  package static let none = EdgeTags(written: [])

  /// The tags in the answer's order, and the buckets after them.
  package private(set) var tags: [PortableTag]

  /// - Parameter names: the tags of an answer, the most important ones first.
  package init(of names: [String]) {
    var tags: [PortableTag] = []
    tags.reserveCapacity(names.count)
    // Most answers have a handful, among which looking costs less than hashing.
    var known: Set<PortableTag>? = names.count > EdgeTags.handful ? [] : nil
    for name in names where !name.isEmpty {
      let tag = PortableTag(name)
      if known?.insert(tag).inserted ?? !tags.contains(tag) { tags.append(tag) }
    }
    self.tags = EdgeTags.folded(tags)
  }

  /// Tags that are portable already, from the descriptions of `tags`.
  package init(written names: some Sequence<String>) {
    tags = names.map { PortableTag(portable: $0) }
  }

  /// Removes the first tag, which is that of the document's path: it need not be kept, since it can be
  /// written anew.
  package mutating func removeFirst() { if !tags.isEmpty { tags.removeFirst() } }

  /// Memory of the tags.
  package var byteCount: Int {
    tags.reduce(0) { $0 + $1.description.utf8.count + MemoryLayout<PortableTag>.stride }
  }

  /// The tags to purge at an edge so that every answer with a tag is purged.
  package static func purging(_ name: String) -> [PortableTag] {
    let tag = PortableTag(name)
    return [tag, tag.bucket]
  }

  /// The tag of all answers of a document.
  package static func document(_ path: String) -> String { "document:\(path)" }

  /// The tag of all answers of all documents.
  package static let anyDocument = "document"

  /// True for a tag of documents alone, whose answers all have `anyDocument`.
  static func isOfDocument(_ tag: String) -> Bool {
    tag == anyDocument || tag.hasPrefix("\(anyDocument):")
  }

  /// The tags of an answer that name its document; they come first.
  ///
  /// - Parameter file: the path of the document's file, which may have names in braces.
  package static func about(_ path: String, file: String) -> [String] {
    let own = file == path ? [] : [document(file)]
    return [document(path)] + own + [anyDocument]
  }

  /// The first tags, as many as leave room for the buckets of the others, and these buckets.
  private static func folded(_ tags: [PortableTag]) -> [PortableTag] {
    if tags.count <= maximumCount, tags.reduce(0, { $0 + cost($1) }) <= maximumBytes {
      return tags
    }
    var buckets: [PortableTag: Int] = [:]
    for tag in tags { buckets[tag.bucket, default: 0] += 1 }
    var room = maximumBytes - buckets.keys.reduce(0) { $0 + cost($1) }
    var exact: [PortableTag] = []
    for tag in tags {
      let bucket = tag.bucket
      let isLast = buckets[bucket] == 1
      let change = cost(tag) - (isLast ? cost(bucket) : 0)
      guard exact.count + 1 + buckets.count - (isLast ? 1 : 0) <= maximumCount, change <= room
      else { break }
      room -= change
      exact.append(tag)
      buckets[bucket] = isLast ? nil : buckets[bucket].map { $0 - 1 }
    }
    return exact + buckets.keys.sorted { $0.description < $1.description }
  }

  private static func cost(_ tag: PortableTag) -> Int { tag.description.utf8.count + overhead }
}

extension EdgeProfile {
  /// Writes the field in which the edge reads tags, if it has one.
  ///
  /// - Parameter path: the path of a document whose tag stands before the others; `nil` for none.
  package func write(_ tags: EdgeTags, behind path: String? = nil, to fields: inout Fields) {
    if let tagField {
      tags.write(as: tagField, kind.adapter.tagSeparator, behind: path, to: &fields)
    }
  }
}

extension EdgeTags {
  /// Writes Cache-Groups (RFC 9875), which every answer has: a list of strings, without escapes since tags
  /// need none.
  package func writeGroups(to fields: inout Fields) {
    guard !tags.isEmpty else { return }
    fields.remove(FieldName(.cacheGroups))
    fields.append(FieldName(.cacheGroups), bytes: groups.span)
  }

  /// The value of Cache-Groups.
  package var groups: [UInt8] {
    guard !tags.isEmpty else { return [] }
    return [UInt8(ascii: "\"")] + text("\", \"") + [UInt8(ascii: "\"")]
  }

  /// Appends the value of Cache-Groups of a document's answer.
  ///
  /// - Parameters:
  ///   - path: the path of the document.
  ///   - others: the value for its other tags.
  package static func append(
    groupOf path: String,
    and others: [UInt8],
    to bytes: inout [UInt8]
  ) {
    bytes.append(UInt8(ascii: "\""))
    PortableTag.append(documentAt: path, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
    if !others.isEmpty { bytes.append(", ") }
    bytes.append(others.span)
  }

  /// Writes a field of tags, with what stands between two of them.
  fileprivate func write(
    as name: FieldName,
    _ separator: StaticString,
    behind path: String?,
    to fields: inout Fields
  ) {
    guard path != nil || !tags.isEmpty else { return }
    fields.remove(name)
    fields.append(name) { append(separator, behind: path, to: &$0) }
  }

  /// The value of a field of tags, with what stands between two of them.
  package func text(_ separator: StaticString) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(tags.reduce(0) { $0 + $1.description.utf8.count + 1 })
    append(separator, behind: nil, to: &bytes)
    return bytes
  }

  private func append(
    _ separator: StaticString,
    behind path: String?,
    to bytes: inout [UInt8]
  ) {
    if let path { PortableTag.append(documentAt: path, to: &bytes) }
    for index in tags.indices {
      if index > 0 || path != nil { bytes.append(separator) }
      bytes.append(tags[index].description.utf8Span.span)
    }
  }
}
