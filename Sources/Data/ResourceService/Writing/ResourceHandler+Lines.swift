// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues
import Reactor

extension ResourceHandler {
  /// Creates a record, or performs an operation of a batch, for each line of a stream, and answers a line for
  /// each, while more arrive.
  func performLines(_ request: ResourceRequest, _ exchange: Exchange) async throws {
    try exchange.decodeBody()
    let service = service
    let began = request.now
    _ = try await pool.run { try service.context.changer.perform([], ofStream: request, at: began) }
    exchange.bodyLimit = .max
    let fields: Fields = ["content-type": "application/x-ndjson", "cache-control": "no-store"]
    try await exchange.start(Response(.ok, fields: fields))
    var input = ByteBuffer()
    var rest: [UInt8] = []
    var hasMore = true
    while hasMore {
      hasMore = try await exchange.read(into: &input)
      var bytes = rest + input.span.array
      input.removeAll()
      if !hasMore, !bytes.isEmpty { bytes.append(0x0A) }
      let end = bytes.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      rest = Array(bytes[end...])
      let lines = bytes[..<end].split(separator: 0x0A).map(Array.init)
      guard rest.count <= service.context.settings.lineBytes else {
        let problem = ResourceProblem(.tooLong, "a line is too long")
        try await write(problem.reply, exchange)
        break
      }
      guard try await answer(lines, of: request, exchange) else { break }
    }
    try await exchange.finish()
  }

  /// Performs some lines in one commit, or in several if their records have too many bytes together, and answers
  /// them; `false` if the stream ends with a problem.
  private func answer(
    _ lines: [[UInt8]],
    of request: ResourceRequest,
    _ exchange: Exchange
  ) async throws -> Bool {
    let (service, now) = (service, core.wallTime)
    var parts = lines.isEmpty ? [] : [lines[...]]
    while let part = parts.popLast() {
      do {
        let answer = try await pool(for: request).run {
          try service.context.changer.perform(Array(part), ofStream: request, at: now)
        }
        try await exchange.write(answer.span)
      } catch let error as ExchangeError {
        throw error
      } catch let problem as ResourceProblem where problem.code == .tooLarge && part.count > 1 {
        let half = part.count / 2
        parts += [part.dropFirst(half), part.prefix(half)]
      } catch {
        guard !Task.isCancelled else { throw error }
        try await write(reply(to: error), exchange)
        return false
      }
    }
    return true
  }

  /// Writes a problem as the last line.
  private func write(_ problem: ResourceReply, _ exchange: Exchange) async throws {
    let line = problem.body + [0x0A]
    try await exchange.write(line.span)
  }
}
