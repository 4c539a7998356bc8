// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import ResourceModel
import ResourceStore
import Sites

extension RecordChanger {
  /// Performs some lines of a stream with the rights that its sender has by then; throws if it has none any
  /// more.
  func perform(
    _ lines: [[UInt8]],
    ofStream request: ResourceRequest,
    at now: Timestamp
  ) throws -> [UInt8] {
    let request = try context.senders.identified(request, lastingTo: now)
    guard !request.isForBatch else {
      if !context.views.maySeeAny(request) { try request.permit(.write) }
      return try perform(lines, request)
    }
    guard request.path.count == 1, request.verb == nil, let type = store.types[request.path[0]]
    else { throw try noType(request) }
    try request.permit([.insert], type)
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
        let problem = context.problem(error)
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
      let problem = context.problem(error)
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
        answer += ResourceProblem(.unwritable, "\(error)").reply.body
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
      case .done(let results) = try context.before.perform(
        batch(of: writes, request),
        at: request.now
      )
    else { return [] }
    context.notices.announce(results)
    return results
  }
}
