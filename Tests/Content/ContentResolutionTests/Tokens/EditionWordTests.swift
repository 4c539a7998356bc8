// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Testing

@Suite struct `The word of an edition beside the published one` {
  private let word = EditionWord(
    rolloutOf: "3b1f0c2a9d8e7f60",
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

  @Test func `The word of a draft names its preview and has no tag`() throws {
    let draft = EditionWord(draft: try #require(DraftID("c0ffee123456")))
    #expect("\(draft)" == "draft~c0ffee123456")
    #expect(draft.tag == nil && draft.isOfDraft && !word.isOfDraft)
  }

  @Test(arguments: [
    "", "c0ffee12345", "c0ffee1234567", "10ffee123456", "C0FFEE123456", "c0ffee12345g",
    "c0ffee12345é",
  ])
  func `A name of another form is none of a draft`(text: String) { #expect(DraftID(text) == nil) }

  @Test func `A name of a draft that is drawn has the form of one`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<1_000 {
      let id = DraftID(by: &random)
      #expect(DraftID(id.description) == id)
    }
  }

  @Test(arguments: [
    ("und.draft~c0ffee123456.~abcdefghabcdefgh", "c0ffee123456"),
    ("fr.ca.draft~c0ffee123456", "c0ffee123456"), ("draft~c0ffee123456", "c0ffee123456"),
    ("und.draft~c0ffee12345", nil), ("und.adraft~c0ffee123456", nil),
    ("und.draft~c0ffee1234567", nil), ("und.draft~a.draft~c0ffee123456", "c0ffee123456"),
    ("und", nil), ("", nil), ("...", nil),
  ])
  func `The draft of a token is found whether the token is sealed or not`(
    token: String,
    id: String?
  ) {
    let bytes = Array(token.utf8)
    let found = DraftID(namedBy: bytes.span)
    #expect(found?.description == id)
  }
}
