// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

private func fields(_ name: FieldName, _ lines: [String]) -> Fields {
  var fields = Fields()
  for line in lines { fields.append(name, line) }
  return fields
}

@Suite struct `The Accept field` {
  /// The table of RFC 9110 section 12.5.1.
  @Test(arguments: [
    ("text/plain;format=flowed", 1_000), ("text/plain", 700), ("text/html", 300),
    ("image/jpeg", 500),
    ("text/plain;format=fixed", 400), ("text/html;level=3", 300),
  ])
  func `The most specific media range decides the weight of a type`(
    type: String,
    thousandths: Int
  ) throws {
    let fields = fields(
      "accept",
      [
        "text/*;q=0.3, text/plain;q=0.7, text/plain;format=flowed,",
        "text/plain;format=fixed;q=0.4, */*;q=0.5",
      ]
    )
    let accept = Accept(fields.view)
    let type = try #require(MediaType(type))
    #expect(accept.quality(of: type).thousandths == Int16(thousandths))
  }

  @Test(arguments: [
    ("application/json; charset=utf-8", 1_000), ("application/json;charset=\"UTF-8\";q=0.5", 500),
    ("application/json; charset=iso-8859-1", 0), ("application/json; version=2", 0),
  ])
  func `A media range with the charset UTF-8 is for types without a charset`(
    field: String,
    thousandths: Int
  ) throws {
    let accept = Accept(fields("accept", [field]).view)
    let type = try #require(MediaType("application/json"))
    #expect(accept.quality(of: type).thousandths == Int16(thousandths))
  }

  @Test(
    arguments: [
      ([], "a/a"), (["*/*"], "a/a"), (["b/b, a/a"], "a/a"), (["b/b, a/a;q=0.9"], "b/b"),
      (["a/*;q=0.1, b/b;q=0.2"], "b/b"),
      (["a/a;q=0, */*"], "b/b"), (["c/d"], nil), (["a/a;q=0, b/b;q=0.000"], nil), ([""], "a/a"),
      (["nonsense"], "a/a"),
      (["b/b;q=2, b/b;q=0.5"], "b/b"), (["a/a;q=x, b/b;q=0.1"], "b/b"),
      (["A/A;q=0.1, b/B;Q=0.2"], "b/b"),
      (["b/b;q=0.5;ext=1, a/a;q=0.4"], "b/b"), (["a/a;x=1, b/b;q=0.1"], "b/b"),
      (["*/a, b/b;q=0.1"], "b/b"),
      (["b/b;x=\"a,b;q=0\", */*;q=0.1"], "a/a"),
    ] as [([String], String?)]
  )
  func `The media type with the highest weight is picked`(lines: [String], picked: String?) throws {
    let types = [try #require(MediaType("a/a")), try #require(MediaType("b/b"))]
    let fields = fields("accept", lines)
    let accept = Accept(fields.view)
    #expect(accept.preferred(among: types).map { types[$0].description } == picked)
  }

  @Test func `Only the first media ranges of Accept, up to a limit, are read`() {
    let fields = fields("accept", [String](repeating: "a/b", count: 1_000))
    #expect(Accept(fields.view).ranges.count == Accept.maximumRanges)
  }
}

@Suite struct `Accept-Encoding` {
  @Test(
    arguments: [
      ([], .identity), ([""], .identity), (["gzip"], .gzip), (["gzip, br"], .brotli),
      (["br;q=0.5, gzip"], .gzip),
      (["GZIP"], .gzip), (["x-gzip"], .gzip), (["*"], .zstd), (["*;q=0.5, gzip"], .gzip),
      (["identity"], .identity),
      (["identity, gzip"], .gzip), (["identity, gzip;q=0.5"], .identity), (["gzip;q=0"], .identity),
      (["deflate"], .identity),
      (["*;q=0"], nil), (["identity;q=0"], nil), (["identity;q=0, gzip"], .gzip),
      (["*;q=0, identity"], .identity),
      (["*;q=0, br"], .brotli), (["gzip;q=0, *"], .zstd), (["gzip;q=1.5, br;q=0.1"], .brotli),
      (["gzip;x=1, br;q=0.1"], .brotli),
      (["gzip", "zstd"], .zstd), (["gzip;q=0.001"], .gzip), (["br ; q=0.2, gzip;q=0.3"], .gzip),
      (["g zip"], .identity),
      (["gzip;q=0.2, gzip;q=0.8, br;q=0.5"], .gzip), (["unknown, br;q=0.1"], .brotli),
    ] as [([String], AcceptEncoding.Coding?)]
  )
  func `A content coding is picked by its weight, then by the server's order`(
    lines: [String],
    picked: AcceptEncoding.Coding?
  ) {
    let fields = fields("accept-encoding", lines)
    let accept = AcceptEncoding(fields.view)
    let found = accept.preferred(among: [.zstd, .brotli, .gzip, .identity])
    #expect(found == picked)
  }

  @Test func `Without Accept-Encoding, the first coding offered is picked`() {
    let none = Fields()
    let accept = AcceptEncoding(none.view)
    let only = accept.preferred(among: [.gzip])
    #expect(only == .gzip)
    let nothing = accept.preferred(among: [])
    #expect(nothing == nil)
  }

  @Test(arguments: AcceptEncoding.Coding.allCases)
  func `Each content coding is found by its name in any case`(coding: AcceptEncoding.Coding) {
    let found = AcceptEncoding.Coding(coding.name.description.uppercased().utf8Span.span)
    #expect(found == coding)
    let fields = fields("accept-encoding", ["\(coding.name.description);q=0.7"])
    let quality = AcceptEncoding(fields.view).quality(of: coding).thousandths
    #expect(quality == 700)
  }
}

@Suite struct `Accept-Language` {
  @Test(arguments: [
    ([], []), (["da, en-gb;q=0.8, en;q=0.7"], ["da 1000", "en-gb 800", "en 700"]),
    (["en;q=0.5, fr, de;q=0.5", "*;q=0.1"], ["fr 1000", "en 500", "de 500", "* 100"]),
    (["zh-Hant-TW, es-419;q=0"], ["zh-Hant-TW 1000", "es-419 0"]),
    (["en;q=5, fr;q=0.9"], ["fr 900"]),
    (["en_US, fr"], ["fr 1000"]), (["abcdefghi, 12, a-, -a, a--b, fr"], ["fr 1000"]),
    (["en;x=1, fr"], ["fr 1000"]),
    (["en; q=0.5"], ["en 500"]), (["**, *-CH, é"], []),
  ])
  func `Accept-Language lists its well-formed ranges, the highest weight first`(
    lines: [String],
    expected: [String]
  ) {
    let fields = fields("accept-language", lines)
    let found = AcceptLanguage(fields.view).preferences
    #expect(found.map { "\($0.range) \($0.quality.thousandths)" } == expected)
  }
}
