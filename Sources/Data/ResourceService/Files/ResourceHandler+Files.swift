// SPDX-License-Identifier: Apache-2.0

import Bytes
import Digests
import Files
import HTTPServer
import HTTPValues
import Reactor
import ResourceModel
import Sites

extension ResourceHandler {
  /// Answers a request about the file of a record.
  func file(_ request: ResourceRequest, _ exchange: Exchange) async throws {
    let service = service
    let target = try await pool.run { try service.context.files.fileTarget(request) }
    if let id = request.query["upload"] { return try await upload(id, target, exchange) }
    switch request.method {
    case .get: try await send(target, exchange)
    case .put, .post: try await receive(target, exchange)
    case .delete:
      try service.context.files.checkFile(target)
      let reply = try await pool(for: target.request).run {
        try service.context.files.set(nil, at: target)
      }
      try await respond(reply, exchange)
    case .options:
      var reply = ResourceReply(.noContent)
      reply.fields = [
        "allow": "GET, HEAD, PUT, POST, PATCH, DELETE", "upload-limit": target.files.limitField,
        "accept-patch": UploadFields.partType,
      ]
      try await respond(reply, exchange)
    default: throw ResourceProblem.noMethod(["GET", "HEAD", "PUT", "POST", "DELETE", "OPTIONS"])
    }
  }

  /// The number of bytes that are read at once; a range of at most this size has a digest of its
  /// own.
  private static let pieceBytes = 262_144

  private func send(_ target: FileTarget, _ exchange: Exchange) async throws {
    var (reply, part) = try service.context.files.head(of: target)
    guard reply.status.isSuccess, let stored = target.file else {
      return try await respond(reply, exchange)
    }
    guard try await pool.run({ try target.files.pin(stored.digest) }) else {
      throw PlainError("the file \(stored.digest) of \(target.address) is missing")
    }
    defer { target.files.unpin(stored.digest) }
    if part.count == Int(stored.byteCount) {
      reply.fields.append("content-digest", stored.digestField)
    }
    var offset = part.lowerBound
    var piece: [UInt8] = []
    let end = part.upperBound
    func read() async throws {
      let (from, count) = (offset, min(Self.pieceBytes, end - offset))
      piece = try await pool.run {
        try target.files.read(count, of: stored.digest, at: from)
      }
      guard piece.count == count else {
        throw PlainError("\(stored.digest) is shorter than it was")
      }
    }
    let isHead = exchange.request.method == .head
    if !isHead, part.count < Int(stored.byteCount), part.count <= Self.pieceBytes {
      try await read()
      reply.fields.append("content-digest", FileDigest.field(of: SHA256.digest(of: piece.span)))
    }
    try await exchange.start(Response(reply.status, fields: reply.fields), length: part.count)
    while !isHead, offset < end {
      if piece.isEmpty { try await read() }
      try await exchange.write(piece.span)
      offset += piece.count
      piece = []
    }
    try await exchange.finish()
  }

  /// Receives a file, as a whole or as the first part of it.
  private func receive(_ target: FileTarget, _ exchange: Exchange) async throws {
    let fields = try UploadFields(target.request.fields)
    try service.context.files.checkFile(target)
    let mediaType = try UploadFields.mediaType(target.request.fields)
    let length = fields.length ?? (fields.isComplete == false ? nil : exchange.bodyLength)
    try check(length ?? exchange.bodyLength ?? 0, target)
    let (plan, quota) = (
      target.plan(mediaType, length), service.context.settings.limits.totalFileBytes
    )
    var upload = try await pool.run { try target.files.begin(plan, quota: quota) }
    if fields.isComplete != nil, fields.interop != nil, let status = Status(104) {
      try exchange.inform(Response(status, fields: Self.fields(of: upload, target, fields)))
    }
    do {
      try await read(&upload, fields, target, exchange)
      try await answer(upload, fields, target, exchange)
    } catch {
      // The bytes received so far are of no use to a client that cannot resume the upload.
      if fields.isComplete == nil || !(error is ExchangeError) {
        let id = upload.id
        try await pool.run { try target.files.cancel(id) }
      }
      throw error
    }
  }

  /// Resumes an upload, returns its progress, or cancels it.
  private func upload(_ id: String, _ target: FileTarget, _ exchange: Exchange) async throws {
    let fields = try UploadFields(target.request.fields)
    let found = try await pool.run { try target.files.upload(id) }
    guard var upload = found, upload.plan.record == target.id.text,
      upload.plan.attribute == target.attribute
    else { throw ResourceProblem(.notFound, "there is no upload \(id.prefix(40))") }
    switch target.request.method {
    case .get:
      var reply = ResourceReply(.noContent)
      reply.fields = Self.fields(of: upload, target, fields)
      reply.fields.append("cache-control", "no-store")
      try await respond(reply, exchange)
    case .delete:
      try await pool.run { try target.files.cancel(id) }
      try await respond(ResourceReply(.noContent), exchange)
    case .patch:
      guard target.request.mediaType == UploadFields.partType else {
        throw ResourceProblem(
          .mediaType,
          "the body is \(target.request.mediaType.prefix(60)); expected \(UploadFields.partType)"
        )
      }
      guard fields.offset == upload.offset else {
        throw ResourceProblem.offset(fields.offset, expected: upload.offset)
      }
      try check(upload.offset + (exchange.bodyLength ?? 0), target)
      try await read(&upload, fields, target, exchange)
      try await answer(upload, fields, target, exchange)
    default: throw ResourceProblem.noMethod(["GET", "HEAD", "PATCH", "DELETE"])
    }
  }

  private func check(_ count: Int, _ target: FileTarget) throws(ResourceProblem) {
    let most = target.files.limits.fileBytes
    if let room = target.room { try room.check(count) }
    guard count > most else { return }
    throw ResourceProblem(
      .tooLarge,
      "the file has \(count) bytes or more; expected at most \(most)"
    )
  }

  /// Appends the body of a request to an upload.
  private func read(
    _ upload: inout FileUpload,
    _ fields: UploadFields,
    _ target: FileTarget,
    _ exchange: Exchange
  ) async throws {
    exchange.bodyLimit = .max
    var buffer = ByteBuffer()
    var failure: ExchangeError?
    var hasMore = true
    let quota = service.context.settings.limits.totalFileBytes
    let part = fields.contentDigest == nil ? nil : RunningPart()
    while hasMore {
      do throws(ExchangeError) {
        hasMore = try await exchange.read(into: &buffer)
      } catch {
        // The client need not send again what arrived before the connection broke.
        failure = error
        hasMore = false
      }
      guard buffer.count >= Self.pieceBytes || !hasMore, buffer.count > 0 else { continue }
      let bytes = buffer.span.array
      buffer.removeAll()
      try check(upload.offset + bytes.count, target)
      part?.add(bytes)
      upload = try await pool.run { [upload] in
        var upload = upload
        try target.files.append(bytes, to: &upload, quota: quota)
        return upload
      }
    }
    if let failure { throw failure }
    guard fields.contentDigest == part?.digest() else {
      throw ResourceProblem(
        .digest,
        "the body has another digest than content-digest; expected the bytes that it is of"
      )
    }
  }

  /// Answers a part that has arrived: the upload is unfinished, or the record gets its file.
  private func answer(
    _ upload: FileUpload,
    _ fields: UploadFields,
    _ target: FileTarget,
    _ exchange: Exchange
  ) async throws {
    guard fields.isComplete != false else {
      try await pool.run { try target.files.synchronize(upload) }
      var reply = ResourceReply(target.request.method == .patch ? .noContent : .created)
      reply.fields = Self.fields(of: upload, target, fields)
      reply.fields.append("cache-control", "no-store")
      return try await respond(reply, exchange)
    }
    if let length = upload.plan.length, length != upload.offset {
      throw ResourceProblem(
        .badUpload,
        "the upload ends after \(upload.offset) bytes; expected \(length)"
      )
    }
    let service = service
    let reply = try await pool(for: target.request).run {
      let file = try target.files.finish(upload, announced: fields.reprDigest)
      var reply = try service.context.files.set(file, at: target)
      if fields.isComplete != nil { reply.fields.append("upload-complete", "?1") }
      return reply
    }
    try await respond(reply, exchange)
  }

  private static func fields(
    of upload: FileUpload,
    _ target: FileTarget,
    _ fields: UploadFields
  ) -> Fields {
    var answered: Fields = [
      "location": "\(target.address)?upload=\(upload.id)", "upload-offset": "\(upload.offset)",
      "upload-complete": "?0", "upload-limit": target.files.limitField,
    ]
    if let length = upload.plan.length { answered.append("upload-length", "\(length)") }
    if let interop = fields.interop {
      answered.append("upload-draft-interop-version", interop)
    }
    return answered
  }
}

/// The digest of a part of an upload while it arrives.
private final class RunningPart {
  private var running: SHA256.Running? = SHA256.Running()

  func add(_ bytes: [UInt8]) { running?.add(bytes) }

  func digest() -> [UInt8]? { running.take()?.digest() }
}
