// SPDX-License-Identifier: Apache-2.0

import ContentModel
import SeededTesting
import Testing

@testable import AnswerCache

@Suite struct `A set of tags` {
  @Test(arguments: [1, 2, 3])
  func `Tags are found by their names as long as they are in the set`(seed: UInt64) throws {
    var random = SeededNumbers(seed)
    var set = TagSet()
    var known: [String: AnswerCache.Tag] = [:]
    for _ in 0..<20_000 {
      let text = "tag-\(Int.random(in: 0..<400, using: &random))"
      let name = try #require(TagName(text))
      #expect(set[name] === known[text])
      if let tag = known[text] {
        set.remove(tag)
        known[text] = nil
      } else {
        let tag = AnswerCache.Tag(name)
        set.insert(tag)
        known[text] = tag
      }
      #expect(set.count == known.count)
    }
    for (text, tag) in known { #expect(TagName(text).map { set[$0] } ?? nil === tag) }
  }

  @Test func `A tag that is not in the set is not removed, even if another has its name`() throws {
    let name = try #require(TagName("a"))
    var set = TagSet()
    set.remove(AnswerCache.Tag(name))
    let tag = AnswerCache.Tag(name)
    set.insert(tag)
    set.remove(AnswerCache.Tag(name))
    #expect(set[name] === tag && set.count == 1)
  }
}
