// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import ContentModel
import Edges
import HTTPValues
import Testing

@testable import Gateway

@Suite struct `Kept answers of documents` {
  private static let now = UnixTime(seconds: 1_000)

  private static func members(
    audience: String = "fr.ca",
    location: String? = "https://shop.example/fr.ca/",
    query: String = "",
    change: UnixTime = .distantFuture
  ) -> SharedAnswer.Kind.Members {
    let whole = Freshness(
      since: UnixTime(seconds: 900),
      expire: UnixTime(seconds: 2_000),
      change: change
    )
    var freshness = AnswerFreshness(whole, now: now)
    freshness.staleIfError = 60
    return SharedAnswer.Kind.Members(
      facts: SharedAnswer.Facts(
        route: "items/{id}",
        audience: audience,
        language: "fr",
        form: "json;br"
      ),
      location: location,
      query: query,
      freshness: freshness.ofKind
    )
  }

  private static func answer(
    _ path: String = "items/7",
    of members: SharedAnswer.Kind.Members = members(),
    _ fields: Fields = ["content-type": "application/json"],
    tags: [String] = ["document"],
    hasPathTag: Bool = true,
    special: SharedAnswer.Special? = nil,
    in kinds: inout SharedAnswer.Kinds
  ) -> SharedAnswer {
    SharedAnswer(
      kinds.shared(members, fields, EdgeTags(of: tags), isKept: true),
      form: SharedAnswer.Form(Array("{}".utf8), in: .identity),
      path: path,
      special: special,
      since: UnixTime(seconds: 900),
      until: UnixTime(seconds: 2_000),
      thing: 7,
      keeping: .kept(hasPathTag: hasPathTag)
    )
  }

  private static func lines(_ fields: Fields) -> [String] {
    (0..<fields.count).map {
      "\(fields.view.name(at: $0).text): \(fields.view.value(at: $0).text)"
    }
  }

  @Test func `The fields of an answer name its URL, its change and the tag of its path`() {
    var kinds = SharedAnswer.Kinds()
    let answer = Self.answer(in: &kinds)
    #expect(
      Self.lines(answer.fields(at: Self.now)) == [
        "content-type: application/json",
        "content-location: https://shop.example/fr.ca/items/7",
        "last-modified: Thu, 01 Jan 1970 00:15:00 GMT",
        #"cache-groups: "document_3aitems_2f7", "document""#,
      ]
    )
    #expect(answer.key.span.text == "/fr.ca/items/7;json;br")
  }

  @Test func `Last-Modified is not in the future when the clock was set back`() {
    var kinds = SharedAnswer.Kinds()
    let fields = Self.answer(in: &kinds).fields(at: UnixTime(seconds: 60))
    #expect(fields[FieldName(.lastModified)] == "Thu, 01 Jan 1970 00:01:00 GMT")
  }

  @Test func `Parameters stand in the key of an answer, and its own query in its URL`() {
    var kinds = SharedAnswer.Kinds()
    let special = SharedAnswer.special(
      parameters: ";red",
      query: "?color=red",
      captured: ["color=red"]
    )
    let answer = Self.answer(special: special, in: &kinds)
    #expect(answer.key.span.text == "/fr.ca/items/7;red;json;br")
    #expect(
      answer.fields(at: Self.now)[FieldName(.contentLocation)]
        == "https://shop.example/fr.ca/items/7?color=red"
    )
    #expect(answer.captured == ["color=red"])
  }

  @Test func `Answers of one kind share what they have in common`() {
    var kinds = SharedAnswer.Kinds()
    let first = Self.answer("items/1", in: &kinds)
    let second = Self.answer("items/2", in: &kinds)
    #expect(first.kind === second.kind)
    #expect(second.byteCount < first.byteCount - 500)
    #expect(second.fields(at: Self.now)["content-location"]?.hasSuffix("items/2") == true)
    let third = Self.answer("items/3", ["link": "</a>; rel=prefetch"], tags: ["a"], in: &kinds)
    #expect(third.kind === first.kind)
    #expect(third.fields(at: Self.now)["link"] == "</a>; rel=prefetch")
    #expect(third.fields(at: Self.now)["cache-groups"] == #""document_3aitems_2f3", "a""#)
    #expect(second.fields(at: Self.now)["content-type"] == "application/json")
    #expect(second.fields(at: Self.now)["cache-groups"] == #""document_3aitems_2f2", "document""#)
  }

  @Test(arguments: [
    members(audience: "en"), members(location: nil), members(query: "?view=light"),
    members(change: UnixTime(seconds: 5_000)),
  ])
  func `Answers that differ in more than their path share no kind`(
    _ other: SharedAnswer.Kind.Members
  ) {
    var kinds = SharedAnswer.Kinds()
    let first = Self.answer(in: &kinds)
    let second = Self.answer(of: other, in: &kinds)
    #expect(first.kind !== second.kind)
    #expect(second.kind.members == other && first.kind.members == Self.members())
    #expect(Self.answer(of: other, in: &kinds).kind === second.kind)
  }

  @Test(arguments: [
    nil, SharedAnswer.special(parameters: ";red", query: "?c=red", captured: ["c=red"]),
  ])
  func `An answer is read from a snapshot as it was written`(
    _ special: SharedAnswer.Special?
  ) throws {
    var kinds = SharedAnswer.Kinds()
    var read = SharedAnswer.Kinds()
    for hasPathTag in [false, true] {
      let answer = Self.answer(hasPathTag: hasPathTag, special: special, in: &kinds)
      var bytes: [UInt8] = []
      answer.write(to: &bytes)
      let again = try #require(SharedAnswer(written: bytes, sharing: &read))
      #expect(again.fields(at: Self.now) == answer.fields(at: Self.now))
      #expect(again.freshness(at: Self.now) == answer.freshness(at: Self.now))
      #expect((again.key, again.query) == (answer.key, answer.query))
      #expect((again.captured, again.form.body) == (answer.captured, answer.form.body))
      #expect(again.kind === SharedAnswer(written: bytes, sharing: &read)?.kind)
      for count in bytes.indices {
        #expect(SharedAnswer(written: Array(bytes.prefix(count)), sharing: &read) == nil)
      }
    }
  }

  @Test func `The entity tag of a body is in quotes twelve bytes of its hash`() {
    let digest = BodyDigest(of: Array("{}".utf8))
    #expect(digest.entityTag?.description == #""dc7048f8f8747f561349cde1""#)
    var fields = Fields()
    SharedAnswer.Form(Array("{}".utf8), in: .identity).write(to: &fields)
    #expect(fields["etag"] == #""dc7048f8f8747f561349cde1""#)
  }
}
