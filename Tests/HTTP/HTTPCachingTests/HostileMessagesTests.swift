// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

/// The same numbers in every run.
private struct Dice {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func roll(_ sides: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % sides
  }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[roll(values.count)] }
}

private enum Vocabulary {
  static let asked: [[String]] = [
    [], [], [], ["Range: bytes=0-3"], ["Range: bytes=-3"], ["Range: bytes=4-"],
    ["Range: bytes=2-6"], ["Range: bytes=0-0, 9-9"], ["If-None-Match: \"v1\""],
    ["If-None-Match: \"v2\", \"v3\""], ["If-Modified-Since: @-50"], ["Cache-Control: no-cache"],
    ["Cache-Control: max-stale=9"], ["Cache-Control: max-age=0"], ["Foo: 1"], ["Foo: 2"],
    ["Range: bytes=0-4", "If-Range: \"v1\""], ["Cache-Control: only-if-cached"],
    ["Authorization: FOO"], ["Range: bytes=3-5", "Foo: 1"],
  ]

  static let control = [
    "max-age=5", "max-age=60", "no-cache", "max-age=3, stale-while-revalidate=4", "no-store",
    "max-age=2, stale-if-error=30", "s-maxage=4", "private", "max-age=0, must-revalidate",
  ]

  static let extras: [[String]] = [
    [], [], [], ["Vary: Foo"], ["Vary: Foo, Bar"], ["Last-Modified: @-50"], ["Age: 3"],
    ["Content-Length: 20"], ["Set-Cookie: a=b"],
  ]
}

@Suite struct `Arbitrary and hostile messages` {
  /// An origin whose representation changes now and then: the tag says which version a body is of,
  /// so that bytes of two versions, or of the wrong place, are noticed.
  @Test(arguments: 0..<24)
  func `Random requests and failures never mix two versions of a representation`(seed: Int) {
    var dice = Dice(seed: UInt64(seed))
    var cache = TestCache(rules: .with { $0.staleWhenUnreachable = seed % 2 * 20 })
    var version = 1
    var now = start
    for _ in 0..<400 {
      now += Int64(dice.roll(4))
      if dice.roll(9) == 0 { version += 1 }
      let method: Method = dice.roll(12) == 0 ? .head : dice.roll(25) == 0 ? .put : .get
      let request = Request(
        method,
        authority: "origin.example",
        target: "/page",
        fields: fields(dice.pick(Vocabulary.asked), at: now)
      )
      let behaviour = dice.roll(12)
      let lines = [
        "Cache-Control: \(dice.pick(Vocabulary.control))", "ETag: \"v\(version)\"", "Date: @0",
      ]
      let extras = dice.pick(Vocabulary.extras)
      let reply = cache.send(request, at: now) { sent in
        origin(sent, version: version, lines + extras, behaviour: behaviour, at: now)
      }
      if let complaint = complaint(about: reply, to: request) {
        Issue.record("seed \(seed): \(complaint)")
        return
      }
    }
  }

  /// Twenty letters, others for each version.
  private func body(_ version: Int) -> String {
    let first = version % 20
    return String(
      String.UnicodeScalarView(
        (0..<20).compactMap { Unicode.Scalar(UInt32(65 + (first + $0) % 26)) }
      )
    )
  }

  private func origin(
    _ sent: Request,
    version: Int,
    _ lines: [String],
    behaviour: Int,
    at now: Int64
  ) -> OriginReply? {
    if behaviour == 0 { return nil }
    if behaviour == 1 { return OriginReply(503, ["Cache-Control: no-store"], body: "", at: now) }
    let validators = Validators(entityTag: EntityTag("\"v\(version)\""), lastModified: now - 50)
    let conditions = Preconditions.evaluate(
      method: sent.method,
      fields: sent.fields.view,
      validators: validators,
      now: now
    )
    if sent.method != .put, conditions == .notModified {
      return OriginReply(304, lines, at: now)
    }
    let full = Array(body(version).utf8)
    let isRange = Preconditions.honoursRange(
      method: sent.method,
      fields: sent.fields.view,
      validators: validators,
      now: now
    )
    if isRange, let ranges = ByteRanges(sent.fields.view),
      case .parts(let parts) = ranges.selection(of: full.count), parts.count == 1,
      let range = ContentRange(parts[0], of: full.count)
    {
      var reply = OriginReply(206, lines + ["Content-Range: \(range)"], at: now)
      reply.body = Array(full[parts[0]])
      reply.response.fields.remove("content-length")
      return reply
    }
    var reply = OriginReply(200, lines, at: now)
    reply.body = full
    if behaviour == 2 {
      // The body breaks off.
      reply.body.removeLast(7)
      reply.isComplete = false
    }
    return reply
  }

  /// What is wrong with an answer, when something is.
  private func complaint(about reply: ClientReply, to request: Request) -> String? {
    guard request.method == .get else { return nil }
    let fields = reply.response.fields
    guard let tag = fields["etag"], let version = Int(tag.dropFirst(2).dropLast()) else {
      return nil
    }
    let full = Array(body(version).utf8)
    switch reply.response.status.code {
    case 200:
      // What broke off on its way from the origin breaks off for the client who waits for it.
      guard reply.sent == nil || reply.body.count == full.count else { return nil }
      return reply.body == full ? nil : "200 of \(tag) has \(reply.text)"
    case 206:
      guard let value = fields["content-range"] else { return nil }
      guard let range = ContentRange(value.utf8Span.span)?.range, range.upperBound <= full.count
      else { return "206 has \(value)" }
      return reply.body == Array(full[range]) ? nil : "206 of \(tag), \(value), has \(reply.text)"
    default: return nil
    }
  }

  @Test func `Fields with thousands of members are read up to their limits`() {
    let many = 3_000
    let names = (0..<many).map { "f\($0)" }
    let lines = [
      "Connection: \(names.joined(separator: ","))", "Vary: \(names.joined(separator: ", "))",
      "Cache-Control: max-age=60, private=\"\(names.joined(separator: ","))\"",
      "Cache-Groups: \(names.map { "\"\($0)\"" }.joined(separator: ", "))",
    ]
    let noise =
      names.map { "\($0): x" } + names.map { _ in "Age: 1" } + names.map { _ in "Expires: @60" }
    let decision = StoringDecision(
      answered(response(200, lines + noise)),
      rules: CachingRules()
    )
    #expect(decision.reason == .originPrivate)
    let open = response(200, ["Cache-Control: max-age=60", lines[0], lines[3]] + noise)
    let kept = StoringDecision(answered(open), rules: CachingRules()).stored
    #expect(kept?.fields.contains("f1") == false)
    #expect(kept?.groups.count == CacheGroups.maximumGroups)
  }

  @Test func `Random field values never crash the cache`() {
    var dice = Dice(seed: 7)
    let alphabet = Array("\"\\,;=*-:/?# 09azW\t%'")
    let known: [FieldName] = [
      "cache-control", "age", "expires", "date", "vary", "etag", "last-modified", "range",
      "content-range", "if-range", "if-none-match", "if-modified-since", "content-length",
      "connection", "content-location", "cdn-cache-control", "cache-groups", "accept-language",
      "accept-encoding", "content-language", "pragma", "authorization",
    ]
    var cache = TestCache(rules: .targeted)
    func noise() -> Fields {
      var fields = Fields()
      for _ in 0..<(dice.roll(8) + 1) {
        let text = String((0..<dice.roll(24)).map { _ in dice.pick(alphabet) })
        fields.append(dice.pick(known), dice.roll(5) == 0 ? "max-age=9" : text)
      }
      return fields
    }
    for second in 0..<4_000 {
      var asked = request()
      asked.fields = noise()
      var reply = OriginReply(dice.pick([200, 206, 304, 404, 416, 503]), at: start)
      reply.response.fields = noise()
      let told = cache.send(asked, at: start + Int64(second / 9)) { sent in
        // An origin that answers 304 to no condition would be asked for ever.
        if reply.response.status == .notModified, !sent.fields.contains("if-none-match"),
          !sent.fields.contains("if-modified-since")
        {
          return OriginReply(200, at: start)
        }
        return reply
      }
      #expect(told.response.status.code >= 200)
    }
  }
}
