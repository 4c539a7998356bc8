// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite struct `Addresses and their links` {
  /// The examples of RFC 3986 section 5.4, without those of other schemes.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), (";x", "http://a/b/c/;x"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"),
    ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g?y/../x", "http://a/b/c/g?y/../x"), ("https://B:443/x", "https://b/x"),
  ])
  func `A link is resolved as the standard says`(link: String, expected: String) throws {
    let base = try #require(WebAddress("http://a/b/c/d;p?q"))
    #expect(base.resolving(link)?.description == expected)
  }

  @Test(arguments: [
    "ftp://a/", "javascript:alert(1)", "http://", "http://user@a/", "/config", "", "http://a b/",
    "http://a/ b",
  ])
  func `What is no address of the web is refused`(text: String) {
    #expect(WebAddress(text) == nil)
    #expect(WebAddress("http://a/")?.resolving("mailto:b@c") == nil)
  }

  @Test func `The own port of a scheme makes no other origin`() throws {
    let one = try #require(WebAddress("http://A:80/x"))
    #expect(try one.isOfSameOrigin(as: #require(WebAddress("http://a/y"))))
    #expect(try !one.isOfSameOrigin(as: #require(WebAddress("https://a/y"))))
    #expect(try !one.isOfSameOrigin(as: #require(WebAddress("http://a:81/y"))))
  }
}

@Suite struct `The freshness of answers` {
  private let now: Int64 = 784_111_777  // Sun, 06 Nov 1994 08:49:37 GMT

  private func freshness(_ fields: WireFields, expire: Int64? = nil) -> CopyFreshness {
    CopyFreshness(fields, expire: expire, now: now)
  }

  @Test func `An answer is fresh until its max-age is over, counted from when it was sent`() {
    #expect(freshness(["Cache-Control": "public, max-age=60"]).expires == now + 60)
    #expect(freshness(["Cache-Control": "max-age=60", "Age": "20"]).expires == now + 40)
    let date = "Sun, 06 Nov 1994 08:49:07 GMT"
    #expect(freshness(["Cache-Control": "max-age=60", "Date": date]).expires == now + 30)
    #expect(
      freshness(["Cache-Control": "max-age=60", "Date": date, "Age": "30"]).expires == now + 30
    )
    #expect(freshness(["Cache-Control": "max-age=60"]).isFresh(at: now + 59))
    #expect(!freshness(["Cache-Control": "max-age=60"]).isFresh(at: now + 60))
  }

  @Test func `The earlier of _expire and the head counts`() {
    #expect(freshness(["Cache-Control": "max-age=60"], expire: now + 30).expires == now + 30)
    #expect(freshness(["Cache-Control": "max-age=60"], expire: now + 90).expires == now + 60)
    #expect(freshness([:], expire: now + 90).expires == now + 90)
    #expect(freshness([:]).expires == 0)
  }

  @Test func `Expires counts from Date where there is no max-age`() {
    let fields: WireFields = [
      "Date": "Sun, 06 Nov 1994 08:49:37 GMT", "Expires": "Sun, 06 Nov 1994 08:50:37 GMT",
    ]
    #expect(freshness(fields).expires == now + 60)
    #expect(!freshness(["Expires": "0"]).isFresh(at: now))
  }

  @Test func `An old answer is shown meanwhile, and stands in, as long as its head says`() {
    let all = "max-age=10, stale-while-revalidate=60, stale-if-error=\"600\""
    #expect(freshness(["Cache-Control": all]).staleWhileRevalidateUntil == now + 70)
    #expect(freshness(["Cache-Control": all]).staleIfErrorUntil == now + 610)
    let strict = freshness(["Cache-Control": all + ", must-revalidate"])
    #expect(strict.staleWhileRevalidateUntil == now + 10)
    #expect(strict.staleIfErrorUntil == now + 10)
  }

  @Test(arguments: [
    ("no-store, max-age=60", false, false), ("no-cache, max-age=60", true, false),
    ("max-age=x", true, false), ("max-age=-5", true, false), ("MAX-AGE = 60 ", true, true),
    ("max-age=60, max-age=0", true, true), ("max-age=99999999999999999999", true, true),
    ("max-age=", true, false), ("max-age=+60", true, false), ("max-age=\"60\"", true, true),
  ])
  func `Directives mean what the standard says`(control: String, isKept: Bool, isFresh: Bool) {
    #expect(freshness(["Cache-Control": control]).isKept == isKept)
    #expect(freshness(["Cache-Control": control]).isFresh(at: now) == isFresh)
  }

  @Test func `Fields are found whatever the case of their names`() {
    var fields: WireFields = ["ETag": "\"a\"", "Vary": "Accept"]
    fields.add("vary", "Accept-Language")
    #expect(fields["etag"] == "\"a\"")
    #expect(fields["VARY"] == "Accept, Accept-Language")
    fields["Vary"] = nil
    #expect(fields["vary"] == nil)
  }
}
