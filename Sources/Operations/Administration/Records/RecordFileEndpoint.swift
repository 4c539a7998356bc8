// SPDX-License-Identifier: Apache-2.0

import Bytes
import Files
import HTTPServer
import HTTPValues
import Measure
import ResourceModel
import ResourceService
import Serving

// A file of a record was sent by somebody else, and the console is an origin with rights: the file is only
// ever saved, never shown or run.

extension AdminEndpoint {
  /// The files of records: `/files/TYPE/ID/ATTRIBUTE`.
  static let recordFiles = AdminEndpoint(
    method: .get,
    path: OperatorPath.files.below(""),
    action: nil
  ) {
    handler,
    request,
    caller in
    let (path, query) = (request.path.text, query(of: request))
    return .later { exchange in
      do {
        let segments = path.split(separator: "/").dropFirst().map(String.init)
        let file = try await handler.recordFile(segments, of: query["site"], for: caller)
        try await file.send(to: exchange)
      } catch let refusal as Refusal {
        try await exchange.respond(AdminHandler.prepared(refusal.status, refusal.description))
      }
    }
  }
}

extension AdminHandler {
  fileprivate func recordFile(
    _ segments: [String],
    of site: String?,
    for caller: Operator
  ) async throws -> RecordFile {
    try AdminReport.admit(caller, as: .operator)
    guard segments.count == 3 else { throw Refusal(.notFound, "expected /files/TYPE/ID/ATTRIBUTE") }
    let records = try state.services.records(of: site)
    let found = try await records.read {
      service -> (facts: StoredFile, bytes: PositionedFile)? in
      let type = try TypeReport.type(segments[0], in: service)
      let record = try RecordReport.record(segments[1], of: type, in: service)
      // Names of undeclared attributes are any texts, which a field of the answer cannot have.
      guard type.attribute(segments[2])?.kind == .binary else { return nil }
      return try service.file(segments[2], of: record)
    }
    guard let found else {
      throw Refusal(
        .notFound,
        "\(segments[1]) has no file \(segments[2].prefix(64)); expected an attribute with one"
      )
    }
    let name = "\(segments[1])-\(segments[2])"
    return RecordFile(name: name, facts: found.facts, bytes: found.bytes, records: records)
  }
}

/// A file of a record that is sent to an operator.
private struct RecordFile {
  /// Letters, digits, `-` and `_`, since ids and names of attributes have no others.
  let name: String
  let facts: StoredFile
  let bytes: PositionedFile
  let records: OperatorRecords

  /// The bytes that are read at once.
  private static let pieceBytes = 262_144

  private var fields: Fields {
    [
      "content-type": facts.mediaType,
      "content-disposition": "attachment; filename=\"\(name)\"",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "cache-control": "no-store",
    ]
  }

  func send(to exchange: Exchange) async throws {
    let count = Int(clamping: facts.byteCount)
    let first = try await piece(at: 0, of: count)
    try await exchange.start(Response(.ok, fields: fields), length: count)
    guard exchange.request.method != .head else { return try await exchange.finish() }
    try await exchange.write(first.span)
    var offset = first.count
    while offset < count {
      let next = try await piece(at: offset, of: count)
      try await exchange.write(next.span)
      offset += next.count
    }
    try await exchange.finish()
  }

  private func piece(at offset: Int, of count: Int) async throws -> [UInt8] {
    let wanted = min(Self.pieceBytes, count - offset)
    let piece = try await records.read { [bytes] _ in try bytes.read(wanted, at: offset) }
    guard piece.count == wanted else {
      throw Refusal(
        .internalServerError,
        "the file \(facts.digest) has \(offset + piece.count) bytes; expected \(count)"
      )
    }
    return piece
  }
}
