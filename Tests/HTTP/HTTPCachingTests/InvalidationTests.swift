// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

private func uri(_ target: String, host: String = "origin.example") -> TargetURI? {
  TargetURI(scheme: .http, authority: host, target: target)
}

@Suite struct `Invalidation by unsafe methods` {
  @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "M-SEARCH", "get"])
  func `A successful unsafe request invalidates what is stored, and a failed one does not`(
    name: String
  ) throws {
    let method = try #require(Method(name))
    Scenario(
      name,
      .first("Cache-Control: max-age=60"),
      Step(method: method, source: .fetched),
      Step(source: .fetched)
    ).run()
    for code in [400, 404, 500] {
      Scenario(
        "\(name) \(code)",
        .first("Cache-Control: max-age=60"),
        Step(method: method, code: code, source: .fetched, status: code),
        Step(source: .kept)
      ).run()
    }
  }

  @Test(arguments: ["HEAD", "OPTIONS", "TRACE", "QUERY", "PROPFIND", "REPORT", "SEARCH"])
  func `A safe method invalidates nothing`(name: String) throws {
    let method = try #require(Method(name))
    Scenario(
      name,
      .first("Cache-Control: max-age=60"),
      Step(method: method),
      Step(source: .kept)
    ).run()
  }

  @Test(arguments: ["Location", "Content-Location"], ["POST", "PUT", "DELETE", "M-SEARCH"])
  func `An unsafe request invalidates the URIs in Location and Content-Location of the same origin`(
    field: String,
    name: String
  ) throws {
    let method = try #require(Method(name))
    for reference in [
      "/other", "other", "http://origin.example/other", "//origin.example:80/other",
    ] {
      Scenario(
        "\(name) \(field): \(reference)",
        Step(target: "/other", answers: ["Cache-Control: max-age=60"]),
        Step(method: method, answers: ["\(field): \(reference)"]),
        Step(target: "/other", source: .fetched)
      ).run()
    }
    for reference in [
      "https://origin.example/other", "http://elsewhere.example/other", "/other?x", "mailto:other",
      "http://origin.example:81/other", "/oth er",
    ] {
      Scenario(
        "\(name) \(field): \(reference)",
        Step(target: "/other", answers: ["Cache-Control: max-age=60"]),
        Step(method: method, answers: ["\(field): \(reference)"]),
        Step(target: "/other", source: .kept)
      ).run()
    }
  }

  @Test(arguments: [(200, 1), (204, 1), (303, 1), (304, 1), (199, 0), (400, 0), (503, 0)])
  func `An unsafe request invalidates when its response is no error`(code: Int, count: Int) {
    let invalidation = Invalidation(answered(response(code), to: request(.put)))
    #expect(invalidation?.targets.count ?? 0 == count)
  }

  @Test func `An unsafe request does not invalidate a URI of another origin`() {
    let lines = ["Location: https://origin.example/a", "Content-Location: /b"]
    let invalidation = Invalidation(answered(response(201, lines), to: request(.post)))
    #expect(invalidation?.targets == [uri("/page"), uri("/b")].compactMap { $0 })
  }

  @Test
  func
    `An unsafe request invalidates the cache groups that its response names, at its origin only`()
    throws
  {
    let lines = ["Cache-Control: max-age=60", "Cache-Groups: \"scripts\", \"News\";x=1, token, 5"]
    let kept = try #require(stored(lines))
    #expect(kept.groups == ["scripts", "News"])
    let own = try #require(uri("/elsewhere"))
    let foreign = try #require(uri("/elsewhere", host: "other.example"))
    for (value, isCovered) in [
      ("\"News\"", true), ("\"x\", \"scripts\"", true), ("\"news\"", false), ("scripts", false),
      ("\"News\", (", false),
    ] {
      let answer = response(200, ["Cache-Group-Invalidation: \(value)"])
      let invalidation = try #require(Invalidation(answered(answer, to: request(.post))))
      #expect(invalidation.covers(kept, of: own) == isCovered, "\(value)")
      #expect(!invalidation.covers(kept, of: foreign))
    }
    let safe = answered(response(200, ["Cache-Group-Invalidation: \"News\""]), to: request(.get))
    #expect(Invalidation(safe) == nil)
  }
}

@Suite struct `Cache groups` {
  @Test func `Cache groups are written, and read up to their limit`() {
    let names = (0..<200).map { "group-\($0)" }
    let written = CacheGroups(names).fieldValue ?? ""
    let fields = fields(["Cache-Groups: \(written)"])
    let read = CacheGroups(.cacheGroups, in: fields.view)
    #expect(read.names == Array(names.prefix(CacheGroups.maximumGroups)))
  }

  @Test func `Cache groups that cannot be written are left out`() {
    #expect(CacheGroups(["a", "\u{e9}", "b\"c"]).fieldValue == "\"a\", \"b\\\"c\"")
    #expect(CacheGroups(["\u{e9}"]).fieldValue == nil)
    #expect(CacheGroups([]).fieldValue == nil)
  }
}

@Suite struct `Target URIs` {
  @Test(
    arguments: [
      ("", "/a/b?q"), ("c", "/a/c"), ("./c", "/a/c"), ("../c", "/c"), ("../../c", "/c"),
      ("/c", "/c"), ("/c/./d/../e", "/c/e"), ("?x", "/a/b?x"), ("c?x#f", "/a/c?x"),
      ("#f", "/a/b?q"), ("//origin.example", "/"), ("http://ORIGIN.example:80?x", "/?x"),
      ("http://origin.example/a/..", "/"), ("c/.", "/a/c/"), ("c:d", nil), ("./c:d", "/a/c:d"),
      ("ftp://origin.example/", nil), ("http:///x", nil), ("http://a b/", nil), ("/\u{e9}", nil),
      ("1c:d", "/a/1c:d"),
    ] as [(String, String?)]
  )
  func `A reference is resolved against the target URI of its request`(
    reference: String,
    target: String?
  ) throws {
    let base = try #require(uri("/a/b?q"))
    let found = base.resolving(reference.utf8Span.span)
    #expect(found == target.flatMap { uri($0) })
  }

  @Test func `Target URIs that differ in case of the host or the default port are equal`() throws {
    let plain = try #require(uri("/"))
    #expect(uri("", host: "Origin.EXAMPLE:80") == plain)
    #expect(uri("/", host: "origin.example:")?.hashValue == plain.hashValue)
    #expect(uri("/", host: "origin.example:81") != plain)
    #expect(TargetURI(scheme: .https, authority: "origin.example", target: "/") != plain)
    #expect(uri("/", host: "") == nil)
  }
}
