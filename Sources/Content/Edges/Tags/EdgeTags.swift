// SPDX-License-Identifier: Apache-2.0

/// The tags of an answer as CDNs get them: portable, and few enough that none drops any.
///
/// Inside, tags are exact and of any number. Towards an edge the first ones of an answer stay what
/// they are as long as there is room, and the others fold into buckets; purging a tag purges its
/// bucket too. So whatever has a tag is reached, and a little more.
package struct EdgeTags: Sendable, Hashable {
  /// What the narrowest CDN takes of one answer.
  package static let maximumCount = 50
  package static let maximumBytes = 8_192
  /// What a tag takes beside its letters where it takes most: quotes, a comma and a blank.
  private static let overhead = 4
  private static let handful = 16

  /// For an answer that nobody keeps.
  package static let none = EdgeTags(written: [])

  /// In the order of the answer's tags, the buckets last.
  package let tags: [PortableTag]

  /// The tags of an answer, those first that should stay exact.
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

  /// Tags that were written down as `tags` says them.
  package init(written names: some Sequence<String>) {
    tags = names.map { PortableTag(portable: $0) }
  }

  /// What is purged at an edge so that every answer with a tag is let go.
  package static func purging(_ name: String) -> [PortableTag] {
    let tag = PortableTag(name)
    return [tag, tag.bucket]
  }

  /// The tag that every answer of a document has, whoever it is for.
  package static func document(_ path: String) -> String { "document:\(path)" }

  /// The tag that every answer of every document has.
  package static let anyDocument = "document"

  /// The tags of an answer by what it is about, which stay exact.
  ///
  /// - Parameter file: the document's path as its file calls it, with names in braces.
  package static func about(_ path: String, file: String) -> [String] {
    let own = file == path ? [] : [document(file)]
    return [document(path)] + own + [anyDocument]
  }

  /// As many tags as leave room for the buckets of the others, and these.
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
