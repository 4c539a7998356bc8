// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import SeededTesting
import Testing

@Suite struct `Reading hostile input as HTTP values` {
  private static let seeds = [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
    "max-age=60, private=\"a, b\", no-cache, x=\"\\\"\"", "W/\"a\", \"b\",*", "bytes=0-1,5-,-7",
    "bytes 0-499/1234", "text/html;q=0.5;a=\"b;c\", */*;q=0.1", "gzip;q=0.5, *;q=0, identity",
    "for=\"[2001:db8::1]:80\";proto=http;by=_x, for=192.0.2.1", "[::ffff:1.2.3.4]:443",
    "http://a.example:80/b/../c?d=e&f=%20#", "/a/%2e%2E//b%2fc/./%C3%BC", "a=1&b=%c3%bc+c&&=d",
    "{?a,b*,c:30}{/d}{+e}%20{#f}", "a=(1 2;x);y=:AA==:, b=?1, c=%\"%c3%bc\", d=@1, e=-1.25, f",
    "\"a\\\"\";a=*b/c:d", "close, x-a", "5, 5", "",
  ]

  private static let alphabet =
    Array("\"\\,;=:()[]{}%/?#@&+-*._ \t0159afzAZGMTW\r\n\0\u{7F}".utf8) + [0x80, 0xFF]

  private func mutate(_ seed: String, _ numbers: inout SeededNumbers) -> [UInt8] {
    var bytes = Array(seed.utf8)
    for _ in 0..<Int.random(in: 1...4, using: &numbers) {
      let place = Int.random(in: 0...bytes.count, using: &numbers)
      let byte = Self.alphabet.randomElement(using: &numbers) ?? 0
      switch Int.random(in: 0..<4, using: &numbers) {
      case 0: bytes.insert(byte, at: place)
      case 1 where place < bytes.count: bytes[place] = byte
      case 2 where place < bytes.count: bytes.remove(at: place)
      default: bytes.removeSubrange(place...)
      }
    }
    return bytes
  }

  /// Reads the bytes with everything that reads values or whole fields.
  private func readEverything(_ bytes: [UInt8]) throws {
    let span = bytes.span
    try expectRoundTrips(bytes)
    _ = ContentLength(list: span)
    _ = QuotedString.valueOrToken(span)
    _ = AbsoluteForm(span)
    _ = Authority(span)?.address
    _ = IPNetwork(bytes.span.text)
    _ = ForwardedNode(span)
    _ = ForwardedElement(span)
    _ = RetryAfter(span, now: 0)?.delay(now: 0)
    _ = QueryParameters(span)
    _ = ByteRanges(span)?.selection(of: 100)
    let names: [KnownField] = [
      .ifNoneMatch, .ifMatch, .ifModifiedSince, .ifRange, .range, .cacheControl, .accept,
      .acceptEncoding, .acceptLanguage, .forwarded, .xForwardedFor, .xForwardedProto, .via,
      .cdnLoop, .maxForwards, .connection, .age, .contentLength, .cdnCacheControl,
    ]
    let slots = names.compactMap { FieldSlot(name: 0..<0, value: 0..<bytes.count, known: $0) }
    let view = FieldsView(bytes: span, slots: slots.span)
    let validators = Validators(entityTag: EntityTag("\"b\""), lastModified: 0, date: 1)
    _ = Preconditions.evaluate(method: .get, fields: view, validators: validators, now: 0)
    _ = Preconditions.honoursRange(method: .get, fields: view, validators: validators, now: 0)
    _ = EntityTagCondition(.ifMatch, in: view, against: validators.entityTag, .strong)
    _ = CacheControl(view).description
    _ = CacheControl(targeted: "cdn-cache-control", in: view)
    _ = RequestCacheControl(view)
    _ = Accept(view)
    _ = AcceptEncoding(view).preferred(among: [.gzip, .identity])
    _ = AcceptLanguage(view)
    for source in [ForwardedClient.Source.forwarded, .xForwardedFor] {
      _ = ForwardedClient(peer: IPAddress(ipv4: 0x7F00_0001), fields: view, source: source) {
        $0.isIPv4
      }
    }
    _ = view.viaNames("a") || view.age == 0
    _ = MaxForwards(method: .options, fields: view)
    var fields = Fields(copying: view)
    fields.removeHopByHop()
  }

  /// What is read is written so that it is read as the same.
  private func expectRoundTrips(_ bytes: [UInt8]) throws {
    if let item = try? StructuredField.Item(parsing: bytes.span) {
      #expect(try StructuredField.Item(parsing: item.serialized()) == item)
    }
    if let list = try? StructuredField.List(parsing: bytes.span) {
      #expect(try StructuredField.List(parsing: list.serialized()) == list)
    }
    if let dictionary = try? StructuredField.Dictionary(parsing: bytes.span) {
      #expect(try StructuredField.Dictionary(parsing: dictionary.serialized()) == dictionary)
    }
    if let type = MediaType(bytes.span) { #expect(MediaType(type.description) == type) }
    if let tag = EntityTag(bytes.span) { #expect(tag.quoted.count <= bytes.count) }
    if let address = IPAddress(bytes.span) { #expect(IPAddress(address.description) == address) }
    if let date = HTTPDate(bytes.span, now: 0) {
      let again = HTTPDate(date.text.utf8Span.span, now: 0)
      #expect(again == date)
    }
    if let range = ContentRange(bytes.span) {
      let again = ContentRange(range.description.utf8Span.span)
      #expect(again == range)
    }
    if case .changed(let path) = NormalPath(bytes.span) {
      let again = NormalPath(path.span)
      #expect(again == .unchanged)
    }
    if let template = try? URITemplate(parsing: bytes.span.text) {
      let uri = try? template.expand { _ in .string("ü/%20") }
      let isASCII = uri?.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ?? true
      #expect(isASCII)
    }
  }

  @Test(arguments: 1...4)
  func `Mutated values are read or refused, never a trap, and read values survive writing`(
    round: Int
  ) throws {
    var numbers = SeededNumbers(UInt64(round))
    for _ in 0..<60 {
      for seed in Self.seeds { try readEverything(mutate(seed, &numbers)) }
    }
  }

  @Test(arguments: seeds)
  func `A value cut off at any byte is read or refused`(seed: String) throws {
    let bytes = Array(seed.utf8)
    for count in 0...bytes.count { try readEverything(Array(bytes[..<count])) }
  }
}
