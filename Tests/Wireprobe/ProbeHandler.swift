// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPClient
import HTTPServer
import HTTPValues
import Passing
import Reactor

/// Answers the probe's requests on one loop.
final class ProbeHandler: RequestHandler {
  private let hot = HotAnswers()
  private let root = PreparedResponse(
    Response(.ok, fields: ["content-type": "text/plain"]),
    body: Array("wireprobe\n".utf8)
  )

  private let loop: LoopNumber
  private let client: HTTPClient
  private let upstream: Origin?
  private let forwarder: Forwarder?

  init(_ client: HTTPClient, upstream: Upstream?) throws {
    self.client = client
    self.upstream = upstream?.origin
    loop = client.core.loop.number
    forwarder = try upstream?.forwarder(over: client, name: "wireprobe")
  }

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    let path = request.path
    if request.method == .get || request.method == .head {
      if path.count > 5, path.extracting(first: 5).matches("/hot/") { return .prepared(hot[path]) }
      if path.matches("/") { return .prepared(root) }
    }
    if let forwarder, !ProbeHandler.isOwn(path) { return .begun { forwarder.begin($0) } }
    return .later(handle)
  }

  /// Whether the probe answers a path itself.
  private static func isOwn(_ path: Span<UInt8>) -> Bool {
    path.matches("/echo") || path.matches("/compose")
      || path.count > 7 && path.extracting(first: 7).matches("/bytes/")
  }

  private func handle(_ exchange: Exchange) async throws {
    let target = exchange.request.target
    if target == "/echo" {
      try await echo(exchange)
    } else if target.hasPrefix("/bytes/"), let count = Int(target.dropFirst(7)), count >= 0 {
      try await stream(count, exchange)
    } else if target == "/compose", let upstream {
      try await compose(exchange, upstream)
    } else {
      try await exchange.respond(Response(.notFound))
    }
  }

  /// Four calls at once, their bodies one behind the other.
  private func compose(_ exchange: Exchange, _ upstream: Origin) async throws {
    let confined = LoopConfined(client, to: loop)
    async let a = Self.part("/a", confined, upstream)
    async let b = Self.part("/b", confined, upstream)
    async let c = Self.part("/c", confined, upstream)
    async let d = Self.part("/d", confined, upstream)
    do {
      let body = try await a + b + c + d
      try await exchange.respond(
        Response(.ok, fields: ["content-type": "application/json"]),
        body: body
      )
    } catch is ClientError {
      try await exchange.respond(Response(.badGateway))
    }
  }

  private static func part(
    _ path: String,
    _ client: LoopConfined<HTTPClient>,
    _ upstream: Origin
  ) async throws -> [UInt8] {
    let request = Request(authority: upstream.authority, target: path)
    return try await client.value.fetch(request, to: Destination(upstream)).body
  }

  private func echo(_ exchange: Exchange) async throws {
    var buffer = ByteBuffer()
    var hasMore = try await exchange.read(into: &buffer)
    try await exchange.start(Response(.ok), length: exchange.bodyLength)
    while hasMore {
      try await exchange.write(buffer.span)
      buffer.removeAll()
      hasMore = try await exchange.read(into: &buffer)
    }
    try await exchange.finish(trailers: exchange.trailers)
  }

  private func stream(_ count: Int, _ exchange: Exchange) async throws {
    try await exchange.start(Response(.ok), length: count)
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
    var left = count
    while left > 0 {
      let size = min(left, piece.count)
      try await exchange.write(piece.span.extracting(first: size))
      left -= size
    }
    try await exchange.finish()
  }
}
