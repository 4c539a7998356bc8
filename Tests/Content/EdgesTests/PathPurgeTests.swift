// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import SiteTesting
import Testing

/// What stands in other answers is reached there by its tag, where the edge knows tags.
@Suite struct `Purging a path with its tag` {
  private static let target = Purge.Target.paths(["/items/7"], tags: ["item-7"])
  private static let probe = #"probe: "https://www.example.com""#

  @Test(arguments: [
    (
      #"{ kind: "varnish", purge: { address: "http://10.0.0.1" } }"#,
      ["PURGE /items/7 10.0.0.1:80", "PURGE / 10.0.0.1:80\nx-purge-tags: item-7 b-1e"]
    ),
    (
      #"{ kind: "nginx", purge: { address: "http://10.0.0.1" } }"#,
      ["PURGE /items/7 10.0.0.1:80\ncontent-type: text/plain\nitem-7 b-1e"]
    ),
  ])
  func `A purge of a path with a tag is sent to Varnish as two requests and to nginx as one`(
    edge: String,
    requests: [String]
  ) throws {
    #expect(try sent(Self.target, at: edge) == requests)
  }

  @Test(arguments: [
    (
      #"{ kind: "fastly", purge: { service: "S", secret: "TOKEN", \#(probe) } }"#,
      ["POST /purge/www.example.com/items/7", #"{"surrogate_keys":["item-7","b-1e"]}"#]
    ),
    (
      #"{ kind: "cloudflare", purge: { zone: "z", secret: "TOKEN", \#(probe) } }"#,
      [#"{"files":["https://www.example.com/items/7"]}"#, #"{"tags":["item-7","b-1e"]}"#]
    ),
    (
      #"{ kind: "cloudfront", purge: { distribution: "E", secret: { accessKey: "KEY", secretKey: "SECRET" } } }"#,
      ["<Quantity>3</Quantity><Items><Path>/items/7</Path><Path>#item-7</Path><Path>#b-1e</Path>"]
    ),
    (
      #"{ kind: "akamai", purge: { address: "https://a.example", secret: { clientToken: "CLIENT", clientSecret: "SECRET", accessToken: "ACCESS" }, \#(probe) } }"#,
      [#"{"objects":["https://www.example.com/items/7"]}"#, #"{"objects":["item-7","b-1e"]}"#]
    ),
    (
      #"{ purge: { address: "https://a.example", request: { path: { path: "/p{path}" }, tag: { path: "/t/{tag}" } } } }"#,
      ["POST /p/items/7", "POST /t/item-7", "POST /t/b-1e"]
    ),
  ])
  func `A purge of a path with a tag is sent to a CDN as both`(edge: String, parts: [String]) throws
  {
    let requests = try sent(Self.target, at: edge)
    #expect(requests.count == parts.count)
    for (request, part) in zip(requests, parts) { #expect(request.contains(part)) }
  }

  @Test(arguments: [
    #"{ kind: "nginx", purge: { address: "http://10.0.0.1" } }"#,
    #"{ purge: { address: "https://a.example", request: { path: { path: "/p{path}" } } } }"#,
  ])
  func `A purge of a path notes where the edge does not know the tag`(text: String) throws {
    let plan = try PurgePlan(
      Purge(Self.target, .hard),
      at: MemorySite.edge(text),
      base: nil,
      environment: environment
    )
    #expect(plan.requests.count == 1)
    #expect(plan.note?.contains("that embed this one are kept") == true)
  }
}
