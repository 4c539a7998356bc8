// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

/// A fixed answer of a service, a sequence of requests to the gateway, and the expected answers.
struct CacheSequence: Sendable, CustomTestStringConvertible {
  struct Step: Sendable {
    var method = "GET"
    var target = "/kept/a"
    var fields: [String: String] = [:]
    /// Seconds that pass before.
    var after = 0
    var status = 200
    var body: String?
    /// Fields that the answer must have.
    var has: [String: String] = [:]
    /// The expected number of requests to the service by then.
    var asked: Int
  }

  let name: String
  let says: Fields
  let steps: [Step]

  var testDescription: String { name }
}

/// The sequences that every cache in front of a plain service has to get right.
enum CacheSequences {
  static let all = reused + notReused + asked + parts + credentials

  private static let reused = [
    CacheSequence(
      name: "a fresh answer is used, and says how old it is",
      says: ["cache-control": "max-age=60", "age": "5"],
      steps: [
        .init(body: "body 1", has: ["cache-status": "portico;fwd=uri-miss"], asked: 1),
        .init(
          after: 10,
          body: "body 1",
          has: ["age": "15", "cache-status": "portico;hit;ttl=45"],
          asked: 1
        ),
        .init(after: 45, body: "body 2", asked: 2),
      ]
    ),
    CacheSequence(
      name: "HEAD is answered by what was kept for GET",
      says: ["cache-control": "max-age=60"],
      steps: [
        .init(body: "body 1", asked: 1),
        .init(method: "HEAD", body: "", has: ["content-length": "6"], asked: 1),
      ]
    ),
    CacheSequence(
      name: "a stale answer is used while the service is asked",
      says: ["cache-control": "max-age=10, stale-while-revalidate=60"],
      steps: [
        .init(body: "body 1", asked: 1),
        .init(after: 20, body: "body 1", has: ["age": "20"], asked: 2),
        .init(body: "body 2", asked: 2),
      ]
    ),
    CacheSequence(
      name: "Vary tells answers apart",
      says: ["cache-control": "max-age=60", "vary": "X-Kind"],
      steps: [
        .init(fields: ["X-Kind": "a"], body: "body 1", asked: 1),
        .init(
          fields: ["X-Kind": "b"],
          body: "body 2",
          has: ["cache-status": "portico;fwd=vary-miss"],
          asked: 2
        ),
        .init(fields: ["X-Kind": "a"], body: "body 1", asked: 2),
        .init(fields: ["X-Kind": "b"], body: "body 2", asked: 2),
      ]
    ),
    CacheSequence(
      name: "s-maxage goes before max-age, and Authorization is no obstacle then",
      says: ["cache-control": "max-age=1, s-maxage=60"],
      steps: [
        .init(fields: ["Authorization": "Bearer x"], body: "body 1", asked: 1),
        .init(after: 10, body: "body 1", asked: 1),
      ]
    ),
    CacheSequence(
      name: "the query is part of the target",
      says: ["cache-control": "max-age=60"],
      steps: [
        .init(target: "/kept/a?b", body: "body 1", asked: 1),
        .init(target: "/kept/a?c", body: "body 2", asked: 2),
        .init(target: "/kept/a?b", body: "body 1", asked: 2),
      ]
    ),
  ]

  private static let notReused = [
    once("no-store", ["cache-control": "no-store"]),
    once("private", ["cache-control": "private, max-age=60"]),
    once("no-cache and no validator", ["cache-control": "no-cache"]),
    once("nothing about freshness", [:]),
    once("Vary: *", ["cache-control": "max-age=60", "vary": "*"]),
    once("a cookie", ["cache-control": "max-age=60", "set-cookie": "a=b"]),
    CacheSequence(
      name: "an answer to a request with Authorization is used once",
      says: ["cache-control": "max-age=60"],
      steps: [
        .init(fields: ["Authorization": "Bearer x"], body: "body 1", asked: 1),
        .init(body: "body 2", asked: 2), .init(body: "body 2", asked: 2),
      ]
    ),
    CacheSequence(
      name: "the client may ask for a newer one, or for one that is kept",
      says: ["cache-control": "max-age=60"],
      steps: [
        .init(fields: ["Cache-Control": "only-if-cached"], status: 504, asked: 0),
        .init(body: "body 1", asked: 1),
        .init(fields: ["Cache-Control": "only-if-cached"], body: "body 1", asked: 1),
        .init(fields: ["Cache-Control": "no-cache"], body: "body 2", asked: 2),
        .init(body: "body 2", asked: 2),
      ]
    ),
  ]

  private static func once(_ name: String, _ says: Fields) -> CacheSequence {
    CacheSequence(
      name: "an answer with \(name) is used once",
      says: says,
      steps: [.init(body: "body 1", asked: 1), .init(body: "body 2", asked: 2)]
    )
  }

  private static let asked = [
    CacheSequence(
      name: "a change makes worthless what was kept",
      says: ["cache-control": "max-age=60"],
      steps: [
        .init(body: "body 1", asked: 1), .init(method: "POST", body: "body 2", asked: 2),
        .init(body: "body 3", asked: 3), .init(method: "OPTIONS", body: "body 4", asked: 4),
        .init(body: "body 3", asked: 4),
      ]
    ),
    CacheSequence(
      name: "a change makes worthless what it says that it changed",
      says: ["cache-control": "max-age=60", "location": "/kept/b", "cache-groups": #""g""#],
      steps: [
        .init(target: "/kept/b", body: "body 1", asked: 1), .init(body: "body 2", asked: 2),
        .init(method: "DELETE", target: "/kept/c", body: "body 3", asked: 3),
        .init(target: "/kept/b", body: "body 4", asked: 4), .init(body: "body 2", asked: 4),
      ]
    ),
    CacheSequence(
      name: "a change makes worthless the groups that it names",
      says: [
        "cache-control": "max-age=60", "cache-groups": #""g""#,
        "cache-group-invalidation": #""g""#,
      ],
      steps: [
        .init(body: "body 1", asked: 1), .init(target: "/kept/b", body: "body 2", asked: 2),
        .init(method: "POST", target: "/kept/c", body: "body 3", asked: 3),
        .init(body: "body 4", asked: 4), .init(target: "/kept/b", body: "body 5", asked: 5),
      ]
    ),
    CacheSequence(
      name: "what the client has is not sent again",
      says: ["cache-control": "max-age=60", "etag": #""x""#],
      steps: [
        .init(body: "body 1", asked: 1),
        .init(fields: ["If-None-Match": #""x""#], status: 304, body: "", asked: 1),
        .init(fields: ["If-None-Match": #""y""#], body: "body 1", asked: 1),
      ]
    ),
  ]

  private static let parts = [
    CacheSequence(
      name: "ranges come out of what is kept",
      says: ["cache-control": "max-age=60", "etag": #""x""#],
      steps: [
        .init(body: "body 1", asked: 1),
        .init(
          fields: ["Range": "bytes=1-2"],
          status: 206,
          body: "od",
          has: ["content-range": "bytes 1-2/6", "content-length": "2"],
          asked: 1
        ),
        .init(fields: ["Range": "bytes=-1"], status: 206, body: "1", asked: 1),
        .init(
          fields: ["Range": "bytes=9-"],
          status: 416,
          has: ["content-range": "bytes */6"],
          asked: 1
        ),
      ]
    )
  ]

  /// Along a pass to a service that sees who asks.
  private static let credentials = [
    CacheSequence(
      name: "an answer to a request with a cookie is its visitor's own",
      says: ["cache-control": "max-age=60"],
      steps: [
        mine(["Cookie": "a=b"], "body 1", control: "no-store", asked: 1),
        mine([:], "body 2", control: "max-age=60", asked: 2),
        mine(["Cookie": "a=b"], "body 2", control: "max-age=60", asked: 2),
        mine(["Authorization": "Bearer x"], "body 2", control: "max-age=60", asked: 2),
      ]
    ),
    CacheSequence(
      name: "an answer to a request with a cookie is for all when it says so",
      says: ["cache-control": "public, max-age=60"],
      steps: [
        mine(["Cookie": "a=b"], "body 1", control: "public", asked: 1),
        mine(["Cookie": "c=d"], "body 1", control: "public", asked: 1),
      ]
    ),
    CacheSequence(
      name: "an answer to Authorization passes as it is and is its visitor's own",
      says: ["cache-control": "max-age=60"],
      steps: [
        mine(["Authorization": "Bearer x"], "body 1", control: "max-age=60", asked: 1),
        mine([:], "body 2", control: "max-age=60", asked: 2),
      ]
    ),
    CacheSequence(
      name: "an answer that sets a cookie is for nobody else",
      says: ["cache-control": "max-age=60", "set-cookie": "a=b"],
      steps: [
        mine([:], "body 1", control: "no-store", asked: 1),
        mine([:], "body 2", control: "no-store", asked: 2),
      ]
    ),
  ]

  private static func mine(
    _ fields: [String: String],
    _ body: String,
    control: String,
    asked: Int
  ) -> CacheSequence.Step {
    .init(
      target: "/both/a",
      fields: fields,
      body: body,
      has: ["cache-control": control],
      asked: asked
    )
  }
}
