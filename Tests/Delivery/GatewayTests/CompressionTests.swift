// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import Dispatch
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The coding of an answer` {
  private static let long = (0..<40).map { "\"rose number \($0) of the garden\"" }
    .joined(separator: ", ")

  private let service: SampleService

  init() async throws {
    service = try await SampleService()
    service.says(.init(#"{"names":[\#(Self.long)]}"#), to: "/names")
  }

  /// A document that is kept, a plan whose answer is kept, and one whose answer is not.
  private func site(_ pool: WorkerPool) async throws -> SiteServer {
    func plan(_ freshness: String) -> String {
      """
      {
        datatype: "list", body: { names: { $pick: "$.a.names" } },
        calls: { a: { backend: "shop", path: "/names", freshness: \(freshness) } },
      }
      """
    }
    return try await SiteServer(
      [
        "document": #"{ datatype: "list", body: { names: [\#(Self.long)] } }"#,
        "kept": plan("{ minimum: 600, maximum: 600 }"),
        "passing": plan("{ maximum: 0, staleIfError: 0 }"),
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: "\(service.address)" } },
        }
        """,
      compression: pool
    )
  }

  /// The answer to one request.
  private struct Reply {
    let status: Int
    var fields: [String: String] = [:]
    let body: [UInt8]

    var coding: String { fields["content-encoding"] ?? "identity" }

    /// The body without its coding.
    var text: String {
      get throws {
        guard let coding = Coding(coding), coding != .identity else {
          return String(decoding: body, as: UTF8.self)
        }
        var decoder = try BodyDecoder([coding])
        var output = ByteBuffer()
        _ = try decoder.decode(body.span, into: &output)
        try decoder.finish()
        return String(decoding: output.span.array, as: UTF8.self)
      }
    }
  }

  private func get(
    _ target: String,
    _ codings: String?,
    _ fields: [String: String] = [:],
    at address: SocketAddress
  ) async throws -> Reply {
    try await onThread {
      let socket = try PlainSocket(to: address)
      var request = "GET \(target) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
      for (name, value) in fields { request += "\(name): \(value)\r\n" }
      if let codings { request += "Accept-Encoding: \(codings)\r\n" }
      try socket.send(request + "\r\n")
      let head = try socket.receive(through: "\r\n\r\n").split(separator: "\r\n")
      var body: [UInt8] = []
      while case let piece = try socket.receive(), !piece.isEmpty { body += piece }
      var reply = Reply(status: Int(head[0].split(separator: " ")[1]) ?? 0, body: body)
      for line in head.dropFirst() {
        let pair = line.split(separator: ":", maxSplits: 1)
        reply.fields[String(pair[0])] = String(pair[1].drop { $0 == " " })
      }
      return reply
    }
  }

  @Test(arguments: [
    ("br, gzip, zstd", "zstd"), ("gzip, br", "gzip"), ("br", "br"), ("gzip;q=0.5, br", "gzip"),
    ("zstd;q=0, gzip", "gzip"), ("identity, gzip;q=0.5", "identity"), ("*", "zstd"),
    (nil, "identity"),
  ])
  func `An answer that is not kept is coded in the cheapest coding the client accepts`(
    accepted: String?,
    coding: String
  ) async throws {
    let site = try await site(WorkerPool("test", threads: 1))
    for _ in 0..<3 {
      let reply = try await get("/passing", accepted, at: site.address)
      #expect(reply.coding == coding)
      #expect(try reply.text.contains("rose number 39 of the garden"))
      site.clock.advance(by: .seconds(1))
    }
  }

  @Test(arguments: ["/document", "/kept"])
  func `A kept answer is coded cheaply at first and in the smallest coding later`(
    target: String
  ) async throws {
    let pool = WorkerPool("test", threads: 1)
    let leave = DispatchSemaphore(value: 0)
    try #require(pool.submit { leave.wait() })
    let site = try await site(pool)
    let first = try await get(target, "gzip, br", at: site.address)
    #expect(first.status == 200 && first.coding == "gzip")
    site.clock.advance(by: .seconds(1))
    let second = try await get(target, "gzip, br", at: site.address)
    #expect(second.coding == "gzip" && second.fields["etag"] == first.fields["etag"])
    leave.signal()
    var small = second
    while small.coding == "gzip" {
      site.clock.advance(by: .seconds(1))
      small = try await get(target, "gzip, br", at: site.address)
    }
    #expect(small.coding == "br" && small.body.count < first.body.count)
    #expect(try small.text == first.text)
    #expect(small.fields["last-modified"] == first.fields["last-modified"])

    let (old, new) = (try #require(first.fields["etag"]), try #require(small.fields["etag"]))
    #expect(old != new)
    let known = try await get(target, "gzip, br", ["If-None-Match": new], at: site.address)
    #expect(known.status == 304 && known.fields["etag"] == new)
    let unknown = try await get(target, "gzip, br", ["If-None-Match": old], at: site.address)
    #expect(unknown.status == 200 && unknown.body == small.body)
    let part = ["Range": "bytes=0-9"]
    for (tag, status, body) in [(new, 206, Array(small.body.prefix(10))), (old, 200, small.body)] {
      let fields = part.merging(["If-Range": tag]) { $1 }
      let reply = try await get(target, "gzip, br", fields, at: site.address)
      #expect(reply.status == status && reply.body == body)
    }
  }

  @Test
  func `Each coding of an answer has an entity tag that does not match another's`() async throws {
    let site = try await site(WorkerPool("test", threads: 1))
    var tags: [String: String] = [:]
    for coding in ["gzip", "zstd", "br", "identity"] {
      var reply = try await get("/kept", coding, at: site.address)
      #expect(reply.coding == coding)
      tags[coding] = reply.fields["etag"]
      reply = try await get(
        "/passing",
        coding,
        ["If-None-Match": reply.fields["etag"] ?? ""],
        at: site.address
      )
      #expect(reply.status == 200)
    }
    #expect(Set(tags.values).count == 4)
  }
}
