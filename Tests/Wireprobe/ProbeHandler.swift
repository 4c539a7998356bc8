// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues

/// What the probe answers on one loop.
final class ProbeHandler: RequestHandler {
  private let hot = HotAnswers()
  private let root = PreparedResponse(
    Response(.ok, fields: ["content-type": "text/plain"]),
    body: Array("wireprobe\n".utf8)
  )

  func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    switch request.method {
    case .get, .head: break
    default: return .later
    }
    let path = request.path
    if path.count > 5, path.extracting(first: 5).matches("/hot/") { return .prepared(hot[path]) }
    if path.matches("/") { return .prepared(root) }
    return .later
  }

  func handle(_ exchange: Exchange) async throws {
    let target = exchange.request.target
    if target == "/echo" {
      try await echo(exchange)
    } else if target.hasPrefix("/bytes/"), let count = Int(target.dropFirst(7)), count >= 0 {
      try await stream(count, exchange)
    } else {
      try await exchange.respond(Response(.notFound))
    }
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
