// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Edges
import HTTPValues
import SeededTesting
import Testing

private func tag(_ numbers: inout SeededNumbers) -> String {
  let letters = Array("abcxyz019_.-b-AZ :*@{}\\,\"é花")
  let length = Int.random(in: 1...60, using: &numbers)
  return String((0..<length).map { _ in letters.randomElement(using: &numbers) ?? "a" })
}

private func isPortable(_ tag: PortableTag) -> Bool {
  (1...PortableTag.maximumBytes).contains(tag.description.utf8.count)
    && tag.description.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789_.-".contains($0) }
}

@Suite struct `Portable tags` {
  @Test(arguments: [
    ("item-7", "item-7"), ("v1.2", "v1.2"), ("item_7", "item__7"), ("Item 7", "_49tem_207"),
    ("a:b", "a_3ab"), ("é", "_c3_a9"), ("b-1f", "_62-1f"), ("b-1g", "b-1g"), ("b-1ff", "b-1ff"),
    ("_", "__"), ("_h", "__h"),
  ])
  func `A portable tag escapes the characters that some CDN does not accept`(
    tag: String,
    portable: String
  ) {
    #expect(PortableTag(tag).description == portable)
  }

  @Test func `A portable tag is a digest where the tag is too long`() {
    let long = String(repeating: "花", count: 43)
    #expect(PortableTag(long).description == "_h4e6d937bd81a52ca74da68ae84836031")
    #expect(PortableTag(String(repeating: "a", count: 128)).description.count == 128)
    #expect(isPortable(PortableTag(String(repeating: "a", count: TagName.maximumBytes))))
  }

  @Test
  func `Different tags have different portable tags, and their buckets are tags of their own`() {
    var numbers = SeededNumbers(7)
    var known: [PortableTag: String] = [:]
    for number in 0..<20_000 {
      let text = number < 256 ? "b-\(number)" : tag(&numbers)
      let portable = PortableTag(text)
      #expect(isPortable(portable))
      if let other = known.updateValue(text, forKey: portable) { #expect(other == text) }
    }
    let buckets = Set(known.keys.map(\.bucket))
    #expect(buckets.count == PortableTag.bucketCount)
    #expect(buckets.allSatisfy { isPortable($0) && known[$0] == nil })
  }

  @Test func `A portable tag has the same bucket on every machine`() {
    #expect(
      ["item-7", "items", "é"].map { PortableTag($0).bucket.description } == [
        "b-1e", "b-1f", "b-16",
      ]
    )
  }
}

@Suite struct `Tags of an answer at an edge` {
  @Test func `Tags of an answer are sent exactly while there is room`() {
    let tags = (1...EdgeTags.maximumCount).map { "item-\($0)" }
    #expect(EdgeTags(of: tags).tags.map(\.description) == tags)
    #expect(EdgeTags(of: ["a", "b", "a", ""]).tags.map(\.description) == ["a", "b"])
  }

  @Test func `Tags beyond the limit are folded into buckets, the last ones first`() {
    let tags = (1...200).map { "item-\($0)" }
    let folded = EdgeTags(of: tags).tags
    let exact = folded.prefix { !$0.description.hasPrefix("b-") }.map(\.description)
    #expect(folded.count == EdgeTags.maximumCount)
    #expect(exact == Array(tags.prefix(exact.count)))
    #expect(exact.count >= EdgeTags.maximumCount - PortableTag.bucketCount)
  }

  @Test
  func `Tags of an answer are within the limits of each CDN, and each is reached by its purge`() {
    var numbers = SeededNumbers(42)
    for count in [0, 1, 30, 50, 51, 60, 500] {
      for _ in 0..<20 {
        let tags = (0..<count).map { _ in tag(&numbers) + tag(&numbers) + tag(&numbers) }
        let kept = EdgeTags(of: tags)
        #expect(kept.tags.count <= EdgeTags.maximumCount)
        #expect(kept.tags.allSatisfy(isPortable))
        for profile in EdgeKind.allCases.map({ EdgeProfile($0, tagField: "tags") }) {
          var fields = Fields()
          profile.write(kept, to: &fields)
          kept.writeGroups(to: &fields)
          #expect((fields["tags"] ?? "").utf8.count <= EdgeTags.maximumBytes)
          #expect((fields["cache-groups"] ?? "").utf8.count <= EdgeTags.maximumBytes)
        }
        let missed = tags.filter { Set(EdgeTags.purging($0)).isDisjoint(with: kept.tags) }
        #expect(missed.isEmpty)
      }
    }
  }

  @Test(arguments: [
    (EdgeProfile(.plain), [#"cache-groups: "item-7", "a_20b""#]),
    (EdgeProfile(.nginx), [#"cache-groups: "item-7", "a_20b""#]),
    (EdgeProfile(.varnish), ["xkey: item-7 a_20b", #"cache-groups: "item-7", "a_20b""#]),
    (EdgeProfile(.fastly), ["surrogate-key: item-7 a_20b", #"cache-groups: "item-7", "a_20b""#]),
    (EdgeProfile(.cloudflare), ["cache-tag: item-7,a_20b", #"cache-groups: "item-7", "a_20b""#]),
    (EdgeProfile(.cloudfront), ["cache-tag: item-7,a_20b", #"cache-groups: "item-7", "a_20b""#]),
    (
      EdgeProfile(.cloudfront, tagField: "X-Tags"),
      ["x-tags: item-7,a_20b", #"cache-groups: "item-7", "a_20b""#]
    ),
    (EdgeProfile(.akamai), ["edge-cache-tag: item-7,a_20b", #"cache-groups: "item-7", "a_20b""#]),
  ])
  func `Tags of an answer are sent in the fields of the edge's kind`(
    profile: EdgeProfile,
    expected: [String]
  ) {
    var fields = Fields()
    profile.write(EdgeTags(of: ["item-7", "a b"]), to: &fields)
    EdgeTags(of: ["item-7", "a b"]).writeGroups(to: &fields)
    #expect(lines(fields) == expected)
  }

  @Test(arguments: [
    "config", "items/0101-2010", "a_b/C d", "été", "b-1f", String(repeating: "x", count: 104),
    String(repeating: "x", count: 105), String(repeating: "é/", count: 400),
  ])
  func `The tag of a document's path that is written before the others is the same as among them`(
    path: String
  ) {
    let all = EdgeTags(of: [EdgeTags.document(path), "document", "a b"])
    var others = all
    others.removeFirst()
    for profile in [EdgeProfile(.fastly), EdgeProfile(.cloudflare), EdgeProfile(.plain)] {
      var (expected, fields) = (Fields(), Fields())
      profile.write(all, to: &expected)
      all.writeGroups(to: &expected)
      profile.write(others, behind: path, to: &fields)
      fields.append(FieldName(.cacheGroups)) {
        EdgeTags.append(groupOf: path, and: others.groups, to: &$0)
      }
      #expect(lines(fields) == lines(expected))
    }
  }

  @Test func `No tag field is sent for an answer without tags`() {
    var fields = Fields()
    EdgeProfile(.fastly).write(EdgeTags(of: []), to: &fields)
    EdgeTags(of: []).writeGroups(to: &fields)
    #expect(fields.isEmpty)
  }
}
