// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

/// The file of a record that a request is about, with what its sender may see.
struct FileTarget: Sendable {
  /// The request with its sender, and `me` replaced.
  let request: ResourceRequest
  let files: RecordFiles
  let type: ResourceType
  let id: ResourceID
  let attribute: String
  /// The version of the record.
  let version: Int64
  /// The file that the record has now.
  let file: StoredFile?
  /// The bytes that its owner's other files leave for this one; `nil` without a limit.
  let room: FileRoom?

  var plan: (_ mediaType: String, _ length: Int?) -> FileUpload.Plan {
    { FileUpload.Plan(record: id.text, attribute: attribute, mediaType: $0, length: $1) }
  }

  /// The address of the file.
  var address: String { "\(request.mount)/\(type.name)/\(id)/\(attribute)" }
}

/// Answers requests for the files of records, without their bytes.
struct FileAnswers: Sendable {
  let context: RecordContext
  private var store: ResourceStore { context.store }

  /// Finds the file that a request is about; throws if the sender may not see the record, or may
  /// not change it where the request changes it.
  func fileTarget(_ request: ResourceRequest) throws -> FileTarget {
    let request = try Router(context: context).routed(try context.senders.identified(request))
    try request.checkParameters()
    guard let files = context.settings.files, let type = store.types[request.path[0]],
      let id = ResourceID(request.path[1]), id.prefix == type.prefix
    else {
      throw ResourceProblem(.notFound, "the path names no file; expected that of a record")
    }
    let isRead = request.method == .get && request.query["upload"] == nil
    try request.permit([isRead ? .fetch : .update], type)
    try type.demand(isRead ? .fetch : .update)
    let record = try context.views.visible(id, of: type, request)
    let name = request.path[2]
    var owner: String?
    if !isRead {
      owner = try context.views.whole(record).owner
      guard try context.views.scope(.update, of: record, as: type, request).includes(name) else {
        throw StoreError(.notAllowed, "no rule lets the request set \(name) of \(id); expected one")
      }
    }
    let stored = record.attributes[name].flatMap(StoredFile.init)
    let isOwn = try stored.map { try store.files(of: id).contains($0.digest) } ?? false
    return FileTarget(
      request: request,
      files: files,
      type: type,
      id: id,
      attribute: name,
      version: record.version,
      file: isOwn ? stored : nil,
      room: isRead ? nil : try fileRoom(of: owner, besides: isOwn ? stored : nil)
    )
  }

  /// The bytes that the files of an owner's records leave for another one.
  ///
  /// - Parameter replaced: a file of theirs in whose place it comes.
  func fileRoom(of owner: String?, besides replaced: StoredFile? = nil) throws -> FileRoom? {
    guard let owner, let most = context.settings.limits.userFileBytes else { return nil }
    let used = try store.fileBytes(ofOwner: owner) - (replaced?.byteCount ?? 0)
    return FileRoom(used: used, most: Int64(most))
  }

  /// Refuses a write whose If-Match or If-None-Match is about another file than the record has.
  func checkFile(_ target: FileTarget) throws(ResourceProblem) {
    let outcome = Preconditions.evaluate(
      method: .put,
      fields: target.request.fields.view,
      validators: Validators(
        entityTag: target.file.flatMap(\.entityTag),
        exists: target.file != nil
      ),
      now: target.request.now.seconds
    )
    guard outcome == .proceed else {
      throw ResourceProblem(
        .version,
        "\(target.attribute) has \(target.file == nil ? "no file" : "another file"); expected the one "
          + "of the request's precondition"
      )
    }
  }

  /// Sets a record's file to one that is in its place, or to none.
  func set(_ file: StoredFile?, at target: FileTarget) throws -> ResourceReply {
    defer { if let file { target.files.unpin(file.digest) } }
    let change = DataDictionary(unique: [.init(target.attribute, file?.json ?? .null)])
    let fields = target.request.fields
    // A precondition was checked against the record as it was read, so the write must be of that
    // version.
    let isBound = fields.contains("if-match") || fields.contains("if-none-match")
    var write = ResourceWrite(
      .update(target.id, .merge(change)),
      ifVersion: isBound ? target.version : nil
    )
    write.files = file.map { [$0] } ?? []
    write.ownerFileBytes = context.settings.limits.userFileBytes.map(Int64.init)
    guard
      case .done(let results) = try context.before.perform(
        context.changer.batch(of: [write], target.request),
        at: target.request.now
      ),
      let outcome = try results.first?.get()
    else { throw StoreError(.damaged, "the write of \(target.address) has no result") }
    context.notices.announce(results)
    guard let file else { return ResourceReply(.noContent) }
    var reply = ResourceReply(target.file == nil ? .created : .ok, outcome.json)
    if target.request.prefersMinimal {
      reply = ResourceReply(target.file == nil ? .created : .noContent)
    }
    if let tag = file.entityTag { reply.fields.append("etag", tag.description) }
    reply.fields.append("cache-control", "no-store")
    reply.fields.append("repr-digest", file.digestField)
    reply.fields.append(
      "content-location",
      "\(target.request.mount)/\(target.type.name)/\(target.id)"
    )
    if target.file == nil { reply.fields.append("location", target.address) }
    return reply
  }

  /// The answer to a request for a file, without its bytes, and the range of them that it gets.
  func head(of target: FileTarget) throws -> (reply: ResourceReply, part: Range<Int>) {
    guard let file = target.file, let count = Int(exactly: file.byteCount) else {
      throw ResourceProblem(.notFound, "\(target.id) has no \(target.attribute)")
    }
    let request = target.request
    var reply = ResourceReply(.ok)
    reply.fields = [
      "content-type": file.mediaType, "accept-ranges": "bytes", "repr-digest": file.digestField,
      // An uploaded page must not run scripts in the origin of this host.
      "x-content-type-options": "nosniff", "content-security-policy": "sandbox; default-src 'none'",
    ]
    if let tag = file.entityTag { reply.fields.append("etag", tag.description) }
    let lifetime = context.reader.lifetime(of: [target.type], request)
    context.reader.writeFreshness(to: &reply, RecordTags([target.id]), lifetime, request)
    let validators = Validators(entityTag: file.entityTag)
    let now = request.now.seconds
    switch Preconditions.evaluate(
      method: .get,
      fields: request.fields.view,
      validators: validators,
      now: now
    ) {
    case .proceed: break
    case .notModified:
      reply.status = .notModified
      reply.fields.remove("content-type")
      return (reply, 0..<0)
    case .preconditionFailed:
      throw ResourceProblem(.version, "the file is another one")
    }
    guard
      Preconditions.honoursRange(
        method: request.method,
        fields: request.fields.view,
        validators: validators,
        now: now
      ), let ranges = ByteRanges(request.fields.view)
    else { return (reply, 0..<count) }
    switch ranges.selection(of: count) {
    case .unsatisfiable:
      var problem = ResourceProblem(
        .badRange,
        "the file has \(count) bytes; expected a range of them",
        status: .rangeNotSatisfiable
      ).reply
      problem.fields.append("content-range", "bytes */\(count)")
      return (problem, 0..<0)
    case .parts(let parts):
      // A server may ignore a request for several ranges: the client gets the whole file.
      guard let part = parts.first, parts.count == 1, let range = ContentRange(part, of: count)
      else { return (reply, 0..<count) }
      reply.status = .partialContent
      reply.fields.append("content-range", range.description)
      return (reply, part)
    case .whole: return (reply, 0..<count)
    }
  }
}

/// The bytes that a user's files have, and may have.
struct FileRoom: Sendable {
  let used: Int64
  let most: Int64

  /// Refuses a file, or the beginning of one, for which there is no room.
  func check(_ count: Int) throws(ResourceProblem) {
    guard used + Int64(count) > most else { return }
    throw ResourceProblem.overQuota(
      "the files of the owner's records have \(used) of at most \(most) bytes; expected no more",
      used: used,
      quota: most
    )
  }
}

extension StoredFile {
  /// The strong entity tag: equal digests are equal bytes.
  var entityTag: EntityTag? { EntityTag(opaque: digest) }

  /// The value of Repr-Digest (RFC 9530).
  var digestField: String { FileDigest.field(of: digest) }
}
