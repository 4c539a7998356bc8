// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Testing

@Suite struct `The word of a rollout` {
  private let word = RolloutWord(
    edition: "3b1f0c2a9d8e7f60",
    began: UnixTime(seconds: 0x69_24ab_10)
  )

  @Test func `The word of a rollout names its edition and the second at which it began`() {
    #expect("\(word)" == "rollout~3b1f0c2a9d8e7f60-6924ab10")
    #expect(word.tag == "rollout:3b1f0c2a9d8e7f60-6924ab10")
  }

  @Test(arguments: [
    ("und.rollout~3b1f0c2a9d8e7f60-6924ab10", true),
    ("fr.ca.rollout~3b1f0c2a9d8e7f60-6924ab10.preview~1.~abcdefghabcdefgh", true),
    ("und.rollout~3b1f0c2a9d8e7f60-6924ab1", false),
    ("und.rollout~3b1f0c2a9d8e7f60-6924ab100", false),
    ("und.arollout~3b1f0c2a9d8e7f60-6924ab10", false),
    ("und.rollout~3b1f0c2a9d8e7f60-6924ab11.rollout~3b1f0c2a9d8e7f60-6924ab10", true),
    ("und", false), ("", false), ("......................................................", false),
  ])
  func `The word of a rollout is found as a whole part of a token only`(
    token: String,
    isFound: Bool
  ) {
    #expect(word.isPart(of: Array(token.utf8).span) == isFound)
  }
}
