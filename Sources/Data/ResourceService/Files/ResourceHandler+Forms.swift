// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import HTTPServer
import HTTPValues
import Reactor
import ResourceModel
import ResourceStore
import Sites

// A form creates one record. Its part `_record` has the attributes as JSON, and each other part is the file
// of the binary attribute of its name. The record is written when the whole form has arrived and its files
// are on the disk, so that there is a record with all its files or none.

extension ResourceHandler {
  static let formType = "multipart/form-data"

  /// The number of bytes that are read at once.
  private static let pieceBytes = 262_144

  /// Creates a record of a form.
  func createOfForm(_ request: ResourceRequest, _ exchange: Exchange) async throws {
    try exchange.decodeBody()
    let service = service
    let request = try await pool.run { try service.context.senders.identified(request) }
    try request.checkParameters()
    guard request.path.count == 1, request.verb == nil,
      let type = service.store.types[request.path[0]], let files = service.context.settings.files
    else {
      throw try service.context.changer.noType(request)
    }
    try request.permit([.insert], type)
    let owner = request.caller.principal?.user?.text
    let room = try await pool.run { try service.context.files.fileRoom(of: owner) }
    var form = IncomingForm(of: type, files, service.context.settings, room)
    // From now on the record has the files, or the next sweep removes them.
    defer { form.unpin() }
    do {
      try await read(&form, request, exchange)
    } catch {
      let left = form
      try await pool.run { try left.cancel() }
      throw error
    }
    let whole = form
    let reply = try await pool(for: request).run {
      try service.context.files.create(whole, request)
    }
    try await respond(reply, exchange)
  }

  private func read(
    _ form: inout IncomingForm,
    _ request: ResourceRequest,
    _ exchange: Exchange
  ) async throws {
    exchange.bodyLimit = .max
    var reader = try FormReader(request.fields["content-type"] ?? "")
    var buffer = ByteBuffer()
    var hasMore = true
    while hasMore {
      hasMore = try await exchange.read(into: &buffer)
      guard buffer.count >= Self.pieceBytes || !hasMore, buffer.count > 0 else { continue }
      let bytes = buffer.span.array
      buffer.removeAll()
      let events = try reader.add(bytes)
      guard !events.isEmpty else { continue }
      // What fails keeps what it has begun, which is removed then.
      form = try await pool.run { [form] in
        var form = form
        form.take(events)
        return form
      }
      if let failure = form.failure { throw failure }
    }
    guard reader.isComplete else {
      throw ResourceProblem.badForm(
        "the form ends without its last delimiter; expected --BOUNDARY--"
      )
    }
  }
}

/// A form while it arrives: the text of its record, and its files.
struct IncomingForm: Sendable {
  /// The name of the part with the record's attributes.
  static let recordPart = "_record"

  let type: ResourceType
  private let storage: RecordFiles
  private let recordBytes: Int
  /// The most bytes of all files of all records.
  private let quota: Int?
  /// The bytes that the files of the sender's other records leave.
  private let room: FileRoom?
  private var fileBytes = 0
  /// The text of the record.
  private(set) var record: [UInt8] = []
  /// The files that have arrived, by their attributes.
  private(set) var files: [String: StoredFile] = [:]
  /// The error of a part.
  private(set) var failure: (any Error)?
  private var upload: FileUpload?
  private var names: Set<String> = []

  init(
    of type: ResourceType,
    _ storage: RecordFiles,
    _ settings: ResourceService.Settings,
    _ room: FileRoom?
  ) {
    self.type = type
    self.storage = storage
    self.room = room
    recordBytes = settings.bodyBytes
    quota = settings.limits.totalFileBytes
  }

  /// The digests of the files, which no sweep removes until they are unpinned.
  var digests: [String] { files.values.map(\.digest) }

  /// Takes parts as they arrive, up to the first error.
  mutating func take(_ events: [FormReader.Event]) {
    do {
      for event in events {
        switch event {
        case .part(let name, let mediaType): try begin(name, mediaType)
        case .bytes(let bytes): try append(bytes)
        case .end: try end()
        }
      }
    } catch {
      failure = error
    }
  }

  private mutating func begin(_ name: String, _ mediaType: String?) throws {
    guard names.insert(name).inserted else {
      throw ResourceProblem(
        .badForm,
        "the part \(name.prefix(60)) is there twice; expected it once"
      )
    }
    if name == Self.recordPart { return }
    guard type.attribute(name)?.kind == .binary else {
      let binary = type.attributes.filter { $0.kind == .binary }.map(\.name)
      let expected = ([Self.recordPart] + binary).joined(separator: ", ")
      throw ResourceProblem(
        .badForm,
        "the part \(name.prefix(60)) is no file of \(type.name); expected one of \(expected)",
        status: .unprocessableContent
      )
    }
    let fields: Fields = ["content-type": mediaType ?? "application/octet-stream"]
    let plan = FileUpload.Plan(
      record: "",
      attribute: name,
      mediaType: try UploadFields.mediaType(fields),
      length: nil
    )
    upload = try storage.begin(plan, quota: quota)
  }

  private mutating func append(_ bytes: [UInt8]) throws {
    guard var upload else {
      guard record.count + bytes.count <= recordBytes else {
        throw ResourceProblem(
          .tooLarge,
          "the part \(Self.recordPart) has more than \(recordBytes) bytes; expected at most \(recordBytes)"
        )
      }
      record += bytes
      return
    }
    let most = storage.limits.fileBytes
    guard upload.offset + bytes.count <= most else {
      throw ResourceProblem(
        .tooLarge,
        "the file \(upload.plan.attribute) has more than \(most) bytes; expected at most \(most)"
      )
    }
    fileBytes += bytes.count
    try room?.check(fileBytes)
    try storage.append(bytes, to: &upload, quota: quota)
    self.upload = upload
  }

  private mutating func end() throws {
    guard let upload else { return }
    files[upload.plan.attribute] = try storage.finish(upload, announced: nil)
    self.upload = nil
  }

  /// Removes the file that has not arrived as a whole.
  func cancel() throws {
    if let upload { try storage.cancel(upload.id) }
  }

  /// Lets a sweep remove files that no record has.
  func unpin() {
    for digest in digests { storage.unpin(digest) }
  }
}

extension FileAnswers {
  /// Creates the record of a form.
  func create(_ form: IncomingForm, _ request: ResourceRequest) throws -> ResourceReply {
    // The answer that is kept under an idempotency key is that of the same record with the same files.
    let files = form.files.sorted { $0.key < $1.key }
    let words = files.map { "\n\($0.key) \($0.value.digest) \($0.value.mediaType)" }
    let request = request.with(body: form.record + words.flatMap(\.utf8))
    var attributes = DataDictionary()
    if !form.record.isEmpty { attributes = try request.with(body: form.record).object() }
    for (name, file) in files { attributes = attributes.setting(name, file.json) }
    var write = try context.changer.creation(form.type, attributes, request)
    write.files = Set(form.files.values)
    write.ownerFileBytes = context.settings.limits.userFileBytes.map(Int64.init)
    return try context.changer.perform([write], request)
  }
}
