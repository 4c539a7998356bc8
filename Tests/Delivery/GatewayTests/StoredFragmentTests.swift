// SPDX-License-Identifier: Apache-2.0

import ContentModel
import JSONValues
import Plans
import Testing

@testable import Gateway

@Suite struct `Kept answers of services` {
  private static func fragment(_ text: String) throws -> Fragment {
    let freshness = Freshness(since: UnixTime(seconds: 5), expire: UnixTime(seconds: 9))
    return Fragment(try JSONDocument(Array(text.utf8)), freshness, tags: ["price"])
  }

  @Test(arguments: [("small", 10), ("of the greatest length", 4_084), ("long", 5_000)])
  func `An answer of a service that is kept is read again as it came`(
    size: String,
    letters: Int
  ) throws {
    let text = #"{"name": ""# + String(repeating: "a", count: letters) + #""}"#
    let kept = StoredFragment(try Self.fragment(text))
    let fragment = try #require(kept.fragment)
    #expect(fragment.document.bytes == Array(text.utf8))
    #expect(fragment.document.nodeCount == 3)
    #expect(fragment.freshness.expire == UnixTime(seconds: 9) && fragment.tags == ["price"])
  }

  @Test
  func `A short answer of a service takes the memory of its text, a long one of its index too`()
    throws
  {
    let limit = StoredFragment.rereadBytes
    let short = StoredFragment(
      try Self.fragment(#"""# + String(repeating: "a", count: limit - 2) + #"""#)
    )
    let long = StoredFragment(
      try Self.fragment(#"""# + String(repeating: "a", count: limit - 1) + #"""#)
    )
    #expect(short.byteCount - limit < 512)
    #expect(long.byteCount > 3 * limit)
  }
}
