// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import Edges
import HTTPValues
import SiteTesting
import Sites
import Testing

let environment = [
  "TOKEN": "s3cret", "KEY": "AKIDEXAMPLE", "SECRET": "wJalrXUtnFEMI", "CLIENT": "client",
  "ACCESS": "access",
]

/// The requests as they leave, each with its fields and its body.
func sent(_ target: Purge.Target, isSoft: Bool = false, at text: String) throws -> [String] {
  let plan = try PurgePlan(
    Purge(target, isSoft ? .soft : .hard),
    at: MemorySite.edge(text),
    base: nil,
    environment: environment
  )
  let moment = PurgeRequest.Moment(seconds: 1_440_938_160, nonce: "n0nce", reference: "7-1")
  return plan.addresses.flatMap { address in
    plan.requests.map { request in
      let (request, body) = request.sent(
        to: "\(address.host):\(address.port)",
        scheme: address.scheme,
        moment
      )
      let fields = (0..<request.fields.count).map { index in
        "\(request.fields.view.name(at: index).text): \(request.fields.view.value(at: index).text)"
      }
      return
        (["\(request.method.name) \(request.target) \(request.authority)"] + fields
        + (body.isEmpty ? [] : [String(decoding: body, as: UTF8.self)])).joined(separator: "\n")
    }
  }
}

@Suite struct `Purges of Varnish` {
  private let cache =
    #"{ kind: "varnish", purge: { address: ["http://10.0.0.1:6081", "http://10.0.0.2:6081"], "#
    + #"probe: "https://www.example.com" } }"#
  private let alone = #"{ kind: "varnish", purge: { address: "http://10.0.0.1:6081" } }"#

  @Test func `A purge is sent to each Varnish node`() throws {
    #expect(
      try sent(.paths(["/items/7"]), at: cache) == [
        "PURGE /items/7 www.example.com", "PURGE /items/7 www.example.com",
      ]
    )
  }

  @Test func `A purge names tags, paths and prefixes in the fields of the exported VCL`() throws {
    #expect(
      try sent(.tags(["item-7", "Items"]), isSoft: true, at: alone) == [
        """
        PURGE / 10.0.0.1:6081
        x-purge-soft: 1
        x-purge-tags: item-7 b-1e _49tems b-0b
        """
      ]
    )
    #expect(
      try sent(.paths(["/a", "/b?c=d"]), isSoft: true, at: alone) == [
        "PURGE /a 10.0.0.1:6081\nx-purge-soft: 1", "PURGE /b?c=d 10.0.0.1:6081\nx-purge-soft: 1",
      ]
    )
    #expect(
      try sent(.prefix("/items/"), isSoft: true, at: alone) == [
        "BAN / 10.0.0.1:6081\nx-ban-prefix: /items/"
      ]
    )
    #expect(try sent(.everything, at: alone) == ["BAN / 10.0.0.1:6081\nx-ban-prefix: /"])
  }

  @Test func `A purge of many tags is split into requests that Varnish accepts`() throws {
    let tags = (0..<60).map { "item-with-a-long-name-\($0)" }
    let requests = try sent(.tags(tags), at: alone)
    #expect(requests.count == 2)
    #expect(requests.allSatisfy { $0.utf8.count < 7_000 })
  }
}

@Suite struct `Purges of nginx` {
  private let cache = #"{ kind: "nginx", purge: { address: "http://10.0.0.1" } }"#

  @Test(arguments: [
    (
      Purge.Target.tags(["item-7"]),
      "PURGE /* 10.0.0.1:80\ncontent-type: text/plain\nitem-7 b-1e"
    ),
    (.paths(["/items/7"]), "PURGE /items/7 10.0.0.1:80"),
    (.prefix("/items/"), "PURGE /items/* 10.0.0.1:80"), (.everything, "PURGE /* 10.0.0.1:80"),
  ])
  func `A purge of nginx names its paths, and everything where tags are not known`(
    target: Purge.Target,
    line: String
  ) throws {
    #expect(try sent(target, at: cache) == [line])
  }

  @Test func `A purge of nginx notes what it cannot do`() throws {
    let plan = try PurgePlan(
      Purge(.tags(["a"])),
      at: MemorySite.edge(#"{ kind: "nginx", purge: { address: "http://a", probe: "http://b" } }"#),
      base: nil,
      environment: [:]
    )
    #expect(plan.note?.contains("without the exported script everything is purged") == true)
    #expect(plan.note?.contains("this one is hard") == true)
    #expect(plan.note?.contains("the purge is not verified") == true)
    #expect(plan.probe == nil)
  }

  @Test
  func `A purged path that nginx does not have counts as done, a wildcard not understood does not`()
    throws
  {
    let settings = try MemorySite.edge(cache)
    let path = try PurgePlan(
      Purge(.paths(["/a"]), .hard),
      at: settings,
      base: nil,
      environment: [:]
    )
    let all = try PurgePlan(Purge(.everything, .hard), at: settings, base: nil, environment: [:])
    #expect([200, 404, 412].allSatisfy { path.requests[0].isDone($0) })
    #expect(all.requests[0].isDone(200) && !all.requests[0].isDone(404))
    #expect(![403, 500].contains { path.requests[0].isDone($0) })
  }
}

@Suite struct `Purges of Fastly` {
  private let cdn =
    #"{ kind: "fastly", purge: { service: "SU1Z", secret: "TOKEN", "#
    + #"probe: "https://www.example.com" } }"#

  @Test(arguments: [
    (
      Purge.Target.tags(["item-7", "items"]),
      """
      POST /service/SU1Z/purge api.fastly.com:443
      fastly-key: s3cret
      accept: application/json
      fastly-soft-purge: 1
      content-type: application/json
      {"surrogate_keys":["item-7","b-1e","items","b-1f"]}
      """
    ),
    (
      .paths(["/items/7?view=light"]),
      """
      POST /purge/www.example.com/items/7?view=light api.fastly.com:443
      fastly-key: s3cret
      accept: application/json
      fastly-soft-purge: 1
      """
    ),
    (
      .prefix("/items/"),
      """
      POST /service/SU1Z/purge_all api.fastly.com:443
      fastly-key: s3cret
      accept: application/json
      """
    ),
    (
      .everything,
      """
      POST /service/SU1Z/purge_all api.fastly.com:443
      fastly-key: s3cret
      accept: application/json
      """
    ),
  ])
  func `A soft purge of Fastly is soft except for prefixes and everything`(
    target: Purge.Target,
    request: String
  ) throws {
    #expect(try sent(target, isSoft: true, at: cdn) == [request])
  }

  @Test func `A hard purge of Fastly has no soft field, and at most 256 keys a request`() throws {
    #expect(try !sent(.tags(["a"]), at: cdn)[0].contains("soft"))
    #expect(try sent(.tags((0..<200).map { "t\($0)" }), at: cdn).count == 1)
    #expect(try sent(.tags((0..<256).map { "t\($0)" }), at: cdn).count == 2)
  }
}

@Suite struct `Purges of Cloudflare` {
  private let cdn =
    #"{ kind: "cloudflare", purge: { zone: "023e105f", secret: "TOKEN", "#
    + #"probe: "https://www.example.com" } }"#

  @Test(arguments: [
    (Purge.Target.tags(["item-7"]), #"{"tags":["item-7","b-1e"]}"#),
    (
      .paths(["/items/7", "/b"]),
      #"{"files":["https://www.example.com/items/7","https://www.example.com/b"]}"#
    ),
    (.prefix("/items/"), #"{"prefixes":["www.example.com/items/"]}"#),
    (.everything, #"{"purge_everything":true}"#),
  ])
  func `A purge of Cloudflare names tags, files, prefixes or everything`(
    target: Purge.Target,
    body: String
  ) throws {
    #expect(
      try sent(target, at: cdn) == [
        """
        POST /client/v4/zones/023e105f/purge_cache api.cloudflare.com:443
        authorization: Bearer s3cret
        content-type: application/json
        \(body)
        """
      ]
    )
  }

  @Test func `A purge of Cloudflare has at most thirty files a request`() throws {
    #expect(try sent(.paths((0..<61).map { "/\($0)" }), at: cdn).count == 3)
  }
}

@Suite struct `Purges of CloudFront` {
  private let cdn =
    #"{ kind: "cloudfront", purge: { distribution: "EDFDVBD6EXAMPLE", "#
    + #"secret: { accessKey: "KEY", secretKey: "SECRET" } } }"#

  @Test(arguments: [
    (Purge.Target.tags(["item-7"]), 2, "<Path>#item-7</Path><Path>#b-1e</Path>"),
    (.paths(["/a?b=c&d=e"]), 1, "<Path>/a?b=c&amp;d=e</Path>"),
    (.prefix("/items/"), 1, "<Path>/items/*</Path>"), (.everything, 1, "<Path>/*</Path>"),
  ])
  func `A purge of CloudFront is a signed invalidation`(
    target: Purge.Target,
    count: Int,
    paths: String
  ) throws {
    let lines = try sent(target, at: cdn)[0].split(separator: "\n").map(String.init)
    #expect(
      lines[0]
        == "POST /2020-05-31/distribution/EDFDVBD6EXAMPLE/invalidation cloudfront.amazonaws.com:443"
    )
    #expect(lines[1...2] == ["content-type: application/xml", "x-amz-date: 20150830T123600Z"])
    #expect(
      lines[3].hasPrefix(
        "authorization: AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/cloudfront/"
          + "aws4_request, SignedHeaders=content-type;host;x-amz-date, Signature="
      )
    )
    #expect(
      lines[4]
        == "<InvalidationBatch xmlns=\"http://cloudfront.amazonaws.com/doc/2020-05-31/\"><Paths>"
        + "<Quantity>\(count)</Quantity><Items>\(paths)</Items></Paths>"
        + "<CallerReference>7-1</CallerReference></InvalidationBatch>"
    )
  }
}

@Suite struct `Purges of Akamai` {
  private let cdn =
    #"{ kind: "akamai", purge: { address: "https://a.luna.akamaiapis.net", network: "staging", "#
    + #"secret: { clientToken: "CLIENT", clientSecret: "SECRET", accessToken: "ACCESS" }, "#
    + #"probe: "https://www.example.com" } }"#

  @Test(arguments: [
    (Purge.Target.tags(["item-7"]), true, "invalidate/tag", #""item-7","b-1e""#),
    (.tags(["item-7"]), false, "delete/tag", #""item-7","b-1e""#),
    (.paths(["/a"]), true, "invalidate/url", #""https://www.example.com/a""#),
  ])
  func `A soft purge of Akamai invalidates, and a hard one deletes`(
    target: Purge.Target,
    isSoft: Bool,
    path: String,
    objects: String
  ) throws {
    let lines = try sent(target, isSoft: isSoft, at: cdn)[0].split(separator: "\n").map(String.init)
    #expect(lines[0] == "POST /ccu/v3/\(path)/staging a.luna.akamaiapis.net:443")
    #expect(lines[1] == "content-type: application/json")
    #expect(
      lines[2].hasPrefix(
        "authorization: EG1-HMAC-SHA256 client_token=client;access_token=access;"
          + "timestamp=20150830T12:36:00+0000;nonce=n0nce;signature="
      )
    )
    #expect(lines[3] == "{\"objects\":[\(objects)]}")
  }

  @Test(arguments: [Purge.Target.prefix("/a"), .everything])
  func `A purge by prefix or of everything is refused for Akamai`(target: Purge.Target) throws {
    #expect(throws: PlainError.self) { try sent(target, at: cdn) }
  }
}

@Suite struct `Purges by the site's own requests` {
  private let cdn = #"""
    { purge: { address: "https://api.cdn.example", secret: { user: "CLIENT", token: "TOKEN" },
      probe: "https://www.example.com:8443", request: {
        tag: { path: "/tags", fields: { Authorization: "Basic {secret.user}:{secret.token}",
          "X-Soft": "{soft}" }, body: '{ "tags": [{tagList}], "x": {} }' },
        path: { method: "PURGE", path: "{path}", fields: { Host: "{host}", "X-URL": "{url}" } },
        all: { method: "DELETE", path: "/cache/{host}" } } } }
    """#

  @Test(arguments: [
    (
      Purge.Target.tags(["item-7"]), true,
      """
      POST /tags api.cdn.example:443
      authorization: Basic client:s3cret
      x-soft: 1
      { "tags": ["item-7","b-1e"], "x": {} }
      """
    ),
    (
      .tags(["item-7"]), false,
      """
      POST /tags api.cdn.example:443
      authorization: Basic client:s3cret
      { "tags": ["item-7","b-1e"], "x": {} }
      """
    ),
    (
      .paths(["/a"]), false,
      """
      PURGE /a www.example.com:8443
      x-url: https://www.example.com:8443/a
      """
    ), (.prefix("/a"), false, "DELETE /cache/www.example.com:8443 api.cdn.example:443"),
  ])
  func `A purge fills the placeholders of the site's own request`(
    target: Purge.Target,
    isSoft: Bool,
    request: String
  ) throws {
    #expect(try sent(target, isSoft: isSoft, at: cdn) == [request])
  }

  @Test func `A purge by a request with a tag in it is sent once for each tag`() throws {
    let requests = try sent(
      .tags(["item-7"]),
      at: #"{ purge: { address: "http://a", request: { tag: { path: "/{tag}" } } } }"#
    )
    #expect(requests == ["POST /item-7 a:80", "POST /b-1e a:80"])
  }

  @Test func `A purge is refused when no request fits it or the environment lacks a secret`() throws
  {
    #expect(throws: PlainError("no request purges by path, and none purges all")) {
      try sent(
        .paths(["/a"]),
        at: #"{ purge: { address: "http://a", request: { tag: { path: "/{tag}" } } } }"#
      )
    }
    #expect(throws: PlainError("the environment has no NOTHING")) {
      try sent(
        .everything,
        at: #"{ kind: "fastly", purge: { service: "a", secret: "NOTHING", probe: "http://a" } }"#
      )
    }
  }
}

@Suite struct `Paths of purges` {
  @Test(arguments: [
    ("items/7", "/items/7"), ("/a b", "/a%20b"), ("/é\"", "/%C3%A9%22"),
    ("/a%20b?c=d&e", "/a%20b?c=d&e"),
    ("/a\r\nHost: b", "/a%0D%0AHost:%20b"),
  ])
  func `The path of a purge is percent-encoded so that it fits in any request`(
    text: String,
    path: String
  ) {
    #expect(Purge.Target.path(text) == path)
  }
}
