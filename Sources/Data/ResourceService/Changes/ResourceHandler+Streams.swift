// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import HTTPServer
import HTTPValues
import Reactor
import ResourceModel
import ResourceStore
import Sites

extension ResourceHandler {
  /// Creates a record, or performs an operation of a batch, for each line of a stream, and answers a line for
  /// each, while more arrive.
  func performLines(_ request: ResourceRequest, _ exchange: Exchange) async throws {
    let service = service
    let began = request.now
    _ = try await pool.run { try service.perform([], ofStream: request, at: began) }
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
      guard rest.count <= service.settings.lineBytes else {
        let problem = ResourceProblem(.contentTooLarge, .tooLong, "a line is too long")
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
          try service.perform(Array(part), ofStream: request, at: now)
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

  /// Answers changes, at once or after a wait for some.
  func changes(_ request: ResourceRequest, _ exchange: Exchange) async throws {
    let service = service
    let request = try await pool.run {
      let identified = try service.identified(request)
      if !service.maySeeAny(identified) { try service.permit(identified, .read) }
      return identified
    }
    let seconds = try request.patience
    if seconds > 0 {
      let waiter = try ChangeWaiter(service, request, on: core)
      defer { waiter.close() }
      let isThere = try await pool.run {
        let page = try service.changePage(request)
        return !page.resources.isEmpty
      }
      if !isThere { _ = await waiter.wait(.seconds(seconds)) }
    }
    try await respond(try await pool.run { service.reply(to: request) }, exchange)
  }

  /// Begins to send an event for every change: the id of the record and its version, not its content, which
  /// the client reads with its own rights.
  func beginEvents(_ request: ResourceRequest, _ exchange: Exchange) -> ExchangeWork {
    let (stream, group) = (EventStream(exchange, on: core), eventStreams(for: request))
    group.expectStream()
    let confined = LoopConfined((self, stream, group, exchange), to: core.loop.number)
    core.loop.start {
      let (handler, stream, group, exchange) = confined.value
      do {
        try await group.open(stream, request)
      } catch {
        await handler.refuse(exchange, error)
      }
    }
    return .events(stream)
  }

  /// Answers an error where no caller is left that could handle another one.
  private func refuse(_ exchange: Exchange, _ error: any Error) async {
    guard !exchange.hasResponded else { return exchange.abort() }
    do { try await respond(reply(to: error), exchange) } catch { exchange.abort() }
  }

  /// The streams that see the same changes as one for this request does.
  private func eventStreams(for request: ResourceRequest) -> EventStreamGroup {
    let key = EventStreamGroup.Key(request)
    if let group = eventStreams[key] { return group }
    let group = EventStreamGroup(request, service, pool, on: core) { [weak self] in
      self?.eventStreams[key] = nil
    }
    eventStreams[key] = group
    return group
  }
}

extension ResourceService {
  /// Performs some lines of a stream with the rights that its sender has by then; throws if it has none any
  /// more.
  func perform(
    _ lines: [[UInt8]],
    ofStream request: ResourceRequest,
    at now: Timestamp
  ) throws -> [UInt8] {
    let request = try identified(request, lastingTo: now)
    guard !request.isForBatch else {
      if !maySeeAny(request) { try permit(request, .write) }
      return try perform(lines, request)
    }
    guard request.path.count == 1, request.verb == nil, let type = store.types[request.path[0]]
    else { throw try noType(request) }
    try permit(request, [.insert], type)
    return try create(lines, of: type, request)
  }

  /// A line of a stream as it is understood: a write that is to be done, or a result.
  enum StreamLine {
    case write(ResourceWrite)
    case known(DataValue)
  }

  /// Creates a record for each line in one commit; returns a line with the result of each.
  func create(
    _ lines: [[UInt8]],
    of type: ResourceType,
    _ request: ResourceRequest
  ) throws(ResourceProblem) -> [UInt8] {
    try results(of: lines, request) { line in
      let attributes = try ResourceRequest.object(of: ResourceRequest.value(of: line, as: .json))
      return .write(try creation(type, attributes, request))
    }
  }

  /// Performs the writes of lines in one commit; returns a line with the result of each. Throws, and does none,
  /// if the records of several lines have too many bytes together.
  func results(
    of lines: [[UInt8]],
    _ request: ResourceRequest,
    _ read: ([UInt8]) throws -> StreamLine
  ) throws(ResourceProblem) -> [UInt8] {
    var writes: [ResourceWrite] = []
    var known: [Int: DataValue] = [:]
    for (index, line) in lines.enumerated() {
      do {
        switch try read(line) {
        case .write(let write): writes.append(write)
        case .known(let value): known[index] = value
        }
      } catch {
        let problem = problem(error)
        if problem.code == .tooLarge, lines.count > 1 { throw problem }
        known[index] = problem.json
      }
    }
    do {
      var results = try self.results(of: writes, request).makeIterator()
      let isMinimal = request.prefersMinimal
      return Self.answer(lines.count, known) { answer throws(DataFileError) in
        guard let result = results.next() else { return answer.append("null") }
        try Self.append(result, isMinimal: isMinimal, to: &answer)
      }
    } catch {
      let problem = problem(error)
      if problem.code == .tooLarge, lines.count > 1 { throw problem }
      return Self.answer(lines.count, known) { answer throws(DataFileError) in
        try JSONWriter().write(problem.json, to: &answer)
      }
    }
  }

  /// Returns a line for each of some lines.
  ///
  /// - Parameters:
  ///   - known: results that are known already, by the places of their lines.
  ///   - write: appends the next result of those that are not.
  private static func answer(
    _ count: Int,
    _ known: [Int: DataValue],
    _ write: (inout [UInt8]) throws(DataFileError) -> Void
  ) -> [UInt8] {
    var answer: [UInt8] = []
    for place in 0..<count {
      let start = answer.count
      do throws(DataFileError) {
        if let value = known[place] {
          try JSONWriter().write(value, to: &answer)
        } else {
          try write(&answer)
        }
      } catch {
        answer.removeSubrange(start...)
        answer += ResourceProblem(.internalServerError, .unwritable, "\(error)").reply.body
      }
      answer.append(UInt8(ascii: "\n"))
    }
    return answer
  }

  private func results(
    of writes: [ResourceWrite],
    _ request: ResourceRequest
  ) throws -> [WriteResult] {
    guard !writes.isEmpty,
      case .done(let results) = try perform(batch(of: writes, request), at: request.now)
    else { return [] }
    announce(results)
    return results
  }
}
