// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

private func cacheControl(_ lines: [String]) -> CacheControl {
  var fields = Fields()
  for line in lines { fields.append("cache-control", line) }
  return CacheControl(fields.view)
}

@Suite struct `Cache-Control of a response` {
  @Test(arguments: [
    (["max-age=60"], "max-age=60"), (["MAX-AGE=60, Public"], "public, max-age=60"),
    (["public", "max-age=60"], "public, max-age=60"), (["max-age=\"60\""], "max-age=60"),
    (["max-age=0060"], "max-age=60"), ([",, no-store ,"], "no-store"), ([""], ""), ([], ""),
    (
      ["private, no-cache, no-store, s-maxage=1, must-revalidate, proxy-revalidate"],
      "private, no-cache, no-store, s-maxage=1, must-revalidate, proxy-revalidate"
    ),
    (
      ["must-understand, no-transform, immutable, stale-while-revalidate=2, stale-if-error=3"],
      "must-understand, no-transform, immutable, stale-while-revalidate=2, stale-if-error=3"
    ),
    // Numbers: too great, or none.
    (["max-age=99999999999999999999"], "max-age=2147483648"),
    (["max-age=2147483649"], "max-age=2147483648"),
    (["max-age=abc"], "max-age=0"), (["max-age=-1"], "max-age=0"), (["max-age=1.5"], "max-age=0"),
    (["max-age"], "max-age=0"), (["max-age="], "max-age=0"), (["max-age='60'"], "max-age=0"),
    (["max-age=60a"], "max-age=0"), (["max-age =60"], "max-age=0"), (["max-age= 60"], "max-age=0"),
    (["s-maxage=x"], "s-maxage=0"), (["stale-while-revalidate=x"], "stale-while-revalidate=0"),
    // Repetitions: the stricter one.
    (["max-age=60, max-age=5"], "max-age=5"), (["max-age=5", "max-age=60"], "max-age=5"),
    (["max-age=60, max-age=x"], "max-age=0"),
    (["stale-if-error=9, stale-if-error=3"], "stale-if-error=3"),
    // Quoted text is no directive.
    (["x=\"max-age=60\", max-age=1"], "max-age=1, x=\"max-age=60\""),
    (["x=\", no-store"], "no-store"),
    (["x=\"a\\\", no-store, \", public"], "public, x=\"a\\\", no-store, \""),
    // Arguments where none belong.
    (["no-store=1, public=\"x\""], "public, no-store"), (["no-store =1"], "no-store"),
    // Lists of fields.
    (["no-cache=\"Set-Cookie, X-A\""], "no-cache=\"set-cookie, x-a\""),
    (["private=\"a\""], "private=\"a\""),
    (["no-cache=Set-Cookie"], "no-cache=\"set-cookie\""), (["private=\"a\", private"], "private"),
    (["private, private=\"a\""], "private"),
    (["private=\"a\", private=\"b, a\""], "private=\"a, b\""),
    (["private=\"\""], "private"), (["private=\"a b\""], "private"), (["no-cache=\"a"], "no-cache"),
    // Unknown ones stay.
    (["Foo, bar=1, baz=\"a b\""], "foo, bar=1, baz=\"a b\""), (["bad name, x=a b"], ""),
  ])
  func `Malformed and repeated cache directives are read as their strictest meaning`(
    lines: [String],
    canonical: String
  ) {
    #expect(cacheControl(lines).description == canonical)
    #expect(cacheControl([canonical]).description == canonical)
  }

  @Test func `A directive that lists more fields than the limit covers all fields`() {
    let names = (0...CacheControl.Coverage.maximumFields).map { "f\($0)" }
    let few = names.dropLast()
    #expect(cacheControl(["private=\"\(few.joined(separator: ","))\""]).isPrivate != .everything)
    #expect(cacheControl(["private=\"\(names.joined(separator: ","))\""]).isPrivate == .everything)
    #expect(cacheControl(few.map { "no-cache=\($0)" }).noCache != .everything)
    #expect(cacheControl(names.map { "no-cache=\($0)" }).noCache == .everything)
  }

  @Test func `Cache-Control without directives is empty`() {
    #expect(cacheControl([]).isEmpty)
    #expect(!cacheControl(["x"]).isEmpty)
  }
}

@Suite struct `Targeted cache control` {
  private func targeted(_ lines: [String]) -> String? {
    var fields = Fields()
    for line in lines { fields.append("cdn-cache-control", line) }
    return CacheControl(targeted: "cdn-cache-control", in: fields.view)?.description
  }

  @Test(arguments: [
    (["max-age=60"], "max-age=60"), (["max-age=60;x=1, no-store"], "no-store, max-age=60"),
    (["max-age=60", "must-revalidate"], "max-age=60, must-revalidate"),
    (["no-store=?0, public"], "public"),
    (["max-age=60, max-age=90"], "max-age=90"), (["no-cache=\"A, b\""], "no-cache=\"a, b\""),
    (["private"], "private"), (["max-age=3000000000"], "max-age=2147483648"),
    (["x=1, y=\"a\", z, w=t"], "x=1, y=a, z, w=t"),
    (
      ["s-maxage=1, stale-while-revalidate=2, stale-if-error=3"],
      "s-maxage=1, stale-while-revalidate=2, stale-if-error=3"
    ),
    (["max-age=1, x=(1 2), y=1.5"], "max-age=1"),
    (
      ["proxy-revalidate, must-understand, no-transform, immutable"],
      "proxy-revalidate, must-understand, no-transform, immutable"
    ),
  ])
  func `Targeted cache control is read as a structured dictionary`(
    lines: [String],
    canonical: String
  ) {
    #expect(targeted(lines) == canonical)
  }

  @Test(arguments: [
    [], [""], ["max-age =60"], ["max-age= 60"], ["MAX-AGE=60"], ["max-age=\"60\""],
    ["max-age=60.0"],
    ["max-age=-1"], ["max-age"], ["max-age=(60)"], ["no-store=1"], ["no-cache=1"], ["max-age=60,"],
    ["&&"],
    ["max-age=99999999999999999999"], ["no-store;x=(1)"], ["public=\"x\""],
  ])
  func `Targeted cache control that is malformed, empty or of a wrong type is ignored`(
    lines: [String]
  ) {
    #expect(targeted(lines) == nil)
  }
}

@Suite struct `Cache-Control of a request` {
  @Test(arguments: [
    ([], ""), (["no-cache"], "no-cache"), (["NO-STORE, no-transform"], "no-store, no-transform"),
    (["only-if-cached"], "only-if-cached"), (["max-age=0"], "max-age=0"),
    (["max-age=5, max-age=3"], "max-age=3"),
    (["max-age=x"], "max-age=0"), (["max-stale"], "max-stale"), (["max-stale=5"], "max-stale=5"),
    (["max-stale, max-stale=5"], "max-stale=5"), (["max-stale=x"], "max-stale=0"),
    (["min-fresh=5, min-fresh=9"], "min-fresh=9"),
    (["min-fresh=x"], ""), (["stale-if-error=7"], "stale-if-error=7"), (["foo=1"], ""),
    (["max-age=1", "min-fresh=2"], "max-age=1, min-fresh=2"),
  ])
  func `Repeated and malformed request directives are read as their strictest meaning`(
    lines: [String],
    canonical: String
  ) {
    var fields = Fields()
    for line in lines { fields.append("cache-control", line) }
    let value = RequestCacheControl(fields.view)
    #expect(value.description == canonical)
  }
}

@Suite struct `The Age field` {
  @Test(
    arguments: [
      ([], nil), (["0"], 0), (["7200"], 7_200), (["7200, 0"], 7_200), (["0", "7200"], 0),
      (["abc"], nil),
      (["-1"], nil), (["1.0"], nil), (["99999999999"], 2_147_483_648), ([""], nil), (["x, 5"], nil),
    ] as [([String], Int?)]
  )
  func `Age is the first member of its field when that is a number`(lines: [String], age: Int?) {
    var fields = Fields()
    for line in lines { fields.append("age", line) }
    let found = fields.view.age
    #expect(found == age)
  }
}
