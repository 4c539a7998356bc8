// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import HTTPValues
import Testing

/// An answer of a moment, and every field that each kind of edge gets of it.
struct Golden: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let freshness: AnswerFreshness
  let fields: [EdgeKind: [String]]

  init(_ name: String, _ freshness: AnswerFreshness, _ fields: [EdgeKind: [String]]) {
    testDescription = name
    self.freshness = freshness
    self.fields = fields
  }
}

/// Sun, 09 Sep 2001 01:46:40 GMT, and an answer that is good for some seconds from then on.
func answer(
  goodFor seconds: Int64 = 300,
  revalidate: Int = 60,
  error: Int = 86_400,
  _ change: (inout AnswerFreshness) -> Void = { _ in }
) -> AnswerFreshness {
  let now = UnixTime(seconds: 1_000_000_000)
  var freshness = AnswerFreshness(
    Freshness(since: now, expire: UnixTime(seconds: 1_000_000_000 + seconds)),
    now: now
  )
  freshness.staleWhileRevalidate = revalidate
  freshness.staleIfError = error
  change(&freshness)
  return freshness
}

@Suite struct `Freshness fields of edges` {
  @Test(arguments: Golden.all, EdgeKind.allCases)
  func `An edge gets the freshness fields of its kind, for each kind of answer`(
    golden: Golden,
    kind: EdgeKind
  ) throws {
    var fields = Fields()
    EdgeProfile(kind).write(golden.freshness, to: &fields)
    #expect(try lines(fields) == #require(golden.fields[kind]))
  }

  @Test(arguments: Golden.all, [EdgeKind.plain, .cloudflare, .akamai])
  func `An edge gets the freshness field that the site names instead of its kind's own`(
    golden: Golden,
    kind: EdgeKind
  ) throws {
    var settings = EdgeSettings(name: "cdn")
    settings.kind = kind
    settings.freshnessField = "CDN-Cache-Control"
    var fields = Fields()
    EdgeProfile(settings).write(golden.freshness, to: &fields)
    let expected = try #require(golden.fields[.cloudflare]).map {
      $0.replacing("cloudflare-cdn-cache-control", with: "cdn-cache-control")
    }
    #expect(lines(fields) == expected)
  }

  @Test(arguments: EdgeKind.allCases)
  func `Writing freshness fields replaces those written before`(kind: EdgeKind) {
    var once = Fields()
    EdgeProfile(kind).write(answer(), to: &once)
    var twice = Fields()
    EdgeProfile(kind).write(answer { $0.isStale = true }, to: &twice)
    EdgeProfile(kind).write(answer(), to: &twice)
    #expect(lines(once).sorted() == lines(twice).sorted())
  }

  /// Every mixture of circumstances, however odd.
  @Test(arguments: EdgeKind.allCases)
  func `The freshness fields of an edge never contradict each other, whatever the answer`(
    kind: EdgeKind
  ) {
    let profile = EdgeProfile(kind)
    for seconds in [.min, -86_401, -1, 0, 1, 4, 300, .max / 2] as [Int64] {
      for windows in [(0, 0), (60, 0), (0, 60), (60, 86_400), (.max, .max)] {
        for (flags, privacy) in (0..<4).flatMap({ flags in Privacy.allCases.map { (flags, $0) } }) {
          var freshness = answer(goodFor: 0, revalidate: windows.0, error: windows.1) {
            $0.whole.privacy = privacy
            $0.isStale = flags & 1 != 0
            $0.isDegraded = flags & 2 != 0
          }
          freshness.whole.expire = UnixTime(
            seconds: seconds == .min ? .min : 1_000_000_000 + seconds
          )
          var fields = Fields()
          profile.write(freshness, to: &fields)
          #expect(brokenRules(fields, freshness) == [])
        }
      }
    }
  }

  @Test func `An edge profile takes the kind and the tag field of the site's settings`() {
    var settings = EdgeSettings(name: "cdn")
    #expect(EdgeProfile(settings) == .plain)
    settings.kind = .cloudfront
    settings.tagField = "X-Tags"
    #expect(EdgeProfile(settings) == EdgeProfile(.cloudfront, tagField: "x-tags"))
  }

  /// The rules that hold for every profile, those that are broken.
  private func brokenRules(_ fields: Fields, _ freshness: AnswerFreshness) -> [String] {
    var broken: [String] = []
    let all = lines(fields)
    if all.contains(where: { $0.contains("s-maxage") }) { broken.append("s-maxage") }
    // Every body says its `_expire`, so none is for ever.
    if all.contains(where: { $0.contains("immutable") }) { broken.append("immutable") }
    if fields.contains(FieldName(.surrogateControl)),
      fields.contains("cloudflare-cdn-cache-control")
    {
      broken.append("two edges")
    }
    let isSound =
      !freshness.isStale && !freshness.isDegraded
      && freshness.expire.seconds > freshness.now.seconds
    if !isSound, all.contains(where: { $0.contains("stale-while-revalidate") }) {
      broken.append("stale-while-revalidate")
    }
    for name in ["surrogate-control", "cloudflare-cdn-cache-control", "akamai-cache-control"] {
      guard let name = FieldName(name), let value = fields[name], !isSound,
        value.contains("max-age")
      else { continue }
      if !(0...5).contains(CacheControl(text: value).maxAge ?? .max) {
        broken.append("kept for long")
      }
    }
    let cacheControl = CacheControl(text: fields[FieldName(.cacheControl)] ?? "")
    if (freshness.privacy == .shared) != cacheControl.isPublic { broken.append("public") }
    if (freshness.privacy == .nobody) != cacheControl.noStore { broken.append("no-store") }
    let keepsStale = all.contains { $0.contains("stale-") }
    if !freshness.privacy.isShared, keepsStale { broken.append("stale, though private") }
    if let age = cacheControl.maxAge,
      let expires = fields[FieldName(.expires)].flatMap({
        HTTPDate($0.utf8Span.span, now: 1_000_000_000)
      }), age > 0,
      expires.seconds - freshness.now.seconds != age, age < DeltaSeconds.limit
    {
      broken.append("two instants")
    }
    return broken
  }
}

extension CacheControl {
  fileprivate init(text: String) {
    let fields: Fields = ["cache-control": text]
    self.init(fields.view)
  }
}

/// The fields as lines, in their order.
func lines(_ fields: Fields) -> [String] {
  (0..<fields.count).map {
    let (name, value) = (fields.view.name(at: $0), fields.view.value(at: $0))
    return String(decoding: name.indices.map { name[$0] }, as: UTF8.self) + ": "
      + String(decoding: value.indices.map { value[$0] }, as: UTF8.self)
  }
}
