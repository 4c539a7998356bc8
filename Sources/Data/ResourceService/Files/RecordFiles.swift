// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
package import Files
import ResourceModel
package import ResourceStore
import Synchronization

/// Storage of the bytes of records' files, in a folder beside the database.
///
/// The name of a file is its SHA-256, so that equal files are stored once. A file is on the disk
/// before its record is written, and is removed once no record has it. So an upload that was
/// acknowledged is never missing, and one that was not may leave a file, which the next sweep
/// removes.
///
/// Where processes with folders of their own share a database, the files are there, too, and a folder has copies
/// of those that its process has got or sent.
///
/// A file is open only while a piece of it is read or written: a client that stands still takes no
/// descriptor.
package final class RecordFiles: Sendable {
  package struct Limits: Sendable {
    /// The maximum size of a file in bytes.
    package var fileBytes = 1 << 30
    /// The maximum number of uploads that wait to be resumed.
    package var uploads = 1_000
    /// The seconds for which an upload can be resumed.
    package var uploadSeconds: Int64 = 86_400

    package init() {}
  }

  package let limits: Limits
  private let folder: String
  private let state = Mutex(State())

  private struct State {
    /// The files of records that are being written, by their digests: no sweep may remove them.
    var pins: [String: Int] = [:]
    /// The last writer of each upload; an earlier one must not write any more.
    var writers: [String: UInt64] = [:]
    var nextWriter: UInt64 = 0
    /// The bytes of all files and uploads.
    var bytes: Int64 = 0
    /// The database with the files of all processes; `nil` where no others have them.
    var shared: StoreFiles?
  }

  /// Opens the folder, or creates it.
  package init(in folder: String, _ limits: Limits = Limits()) throws(FileError) {
    self.folder = folder
    self.limits = limits
    try Files.makeFolder(folder, isPrivate: true)
    try Files.makeFolder("\(folder)/\(RecordFiles.uploads)")
    try Files.synchronize(folder: folder)
    try count()
  }

  /// Shares the files with other processes from now on.
  package func share(in shared: StoreFiles?) { state.withLock { $0.shared = shared } }

  private var shared: StoreFiles? { state.withLock(\.shared) }

  /// The bytes of all files and unfinished uploads.
  package var bytes: Int64 { state.withLock(\.bytes) }

  /// Counts the bytes in the folders of files and uploads.
  private func count() throws(FileError) {
    var bytes: Int64 = 0
    for parent in try FileTree.names(in: folder)
    where parent.utf8.count == 2 || parent == RecordFiles.uploads {
      for name in try FileTree.names(in: "\(folder)/\(parent)") where !name.hasSuffix(".json") {
        bytes += FileEntry.Stamp(of: "\(folder)/\(parent)/\(name)")?.size ?? 0
      }
    }
    state.withLock { $0.bytes = bytes }
  }

  private static let uploads = "uploads"

  // MARK: uploads

  /// Begins an upload; throws a problem where too many are unfinished, and where all files would have more
  /// bytes than the quota.
  func begin(_ plan: FileUpload.Plan, quota: Int?) throws -> FileUpload {
    try checkRoom(for: plan.length ?? 0, quota)
    let names = try FileTree.names(in: "\(folder)/\(RecordFiles.uploads)")
    guard names.count < 2 * limits.uploads else {
      throw ResourceProblem(
        .tooManyUploads,
        "there are \(limits.uploads) unfinished uploads; expected fewer"
      )
    }
    let id = Hexadecimal.text([UInt8].random(count: 16))
    try Files.write(JSONWriter().bytes(of: plan.json), to: planPath(id))
    let path = uploadPath(id)
    _ = try PositionedFile(writing: path, isNew: true)
    return FileUpload(id: id, plan: plan, path: path, writer: takeOver(id), offset: 0)
  }

  /// Returns an unfinished upload, whose only writer is the caller from now on; `nil` if there is
  /// none.
  func upload(_ id: String) throws -> FileUpload? {
    guard id.utf8.count == 32, id.utf8.allSatisfy(RecordFiles.isDigit),
      Files.exists(planPath(id)), Files.exists(uploadPath(id))
    else { return nil }
    let bytes = try Files.read(planPath(id), limit: 65_536)
    guard let plan = FileUpload.Plan(try DataValue(reading: bytes.span, as: .json)) else {
      return nil
    }
    let path = uploadPath(id)
    let file = try PositionedFile(updating: path)
    // Bytes are reported as received only once they are on the disk.
    try file.synchronize()
    return FileUpload(id: id, plan: plan, path: path, writer: takeOver(id), offset: try file.count)
  }

  /// Adds bytes to an upload; throws a problem if another request has resumed it, and where all files would have
  /// more bytes than the quota.
  func append(_ bytes: [UInt8], to upload: inout FileUpload, quota: Int?) throws {
    guard state.withLock({ $0.writers[upload.id] }) == upload.writer else {
      throw ResourceProblem(.takenOver, "another request goes on with the upload")
    }
    try checkRoom(for: bytes.count, quota)
    try PositionedFile(updating: upload.path).write(bytes, at: upload.offset)
    upload.offset += bytes.count
    state.withLock { $0.bytes += Int64(bytes.count) }
  }

  private func checkRoom(for count: Int, _ quota: Int?) throws(ResourceProblem) {
    guard let quota else { return }
    let used = bytes
    guard used + Int64(count) <= quota else {
      throw .overQuota(
        "all files have \(used) of at most \(quota) bytes; expected no more",
        used: used,
        quota: Int64(quota)
      )
    }
  }

  /// Puts the file of a complete upload in its place, from which no sweep removes it until it is
  /// unpinned; throws a problem if its digest is not the announced one.
  func finish(_ upload: FileUpload, announced: [UInt8]?) throws -> StoredFile {
    let file = try PositionedFile(updating: upload.path)
    try file.synchronize()
    let digest = try RecordFiles.digest(of: file)
    guard announced == nil || announced == digest else {
      throw ResourceProblem(
        .digest,
        "the file has another digest than repr-digest; expected the bytes that it is of"
      )
    }
    let name = Hexadecimal.text(digest)
    let parent = "\(folder)/\(name.prefix(2))"
    state.withLock { $0.pins[name, default: 0] += 1 }
    do {
      try makeParent(parent)
      let isKnown = Files.exists(path(name))
      try Files.move(upload.path, to: path(name))
      if isKnown { state.withLock { $0.bytes -= Int64(upload.offset) } }
      try Files.synchronize(folder: parent)
      try Files.remove(planPath(upload.id))
      try put(name)
    } catch {
      unpin(name)
      throw error
    }
    forget(upload.id)
    return StoredFile(name, byteCount: Int64(upload.offset), mediaType: upload.plan.mediaType)
  }

  private func makeParent(_ parent: String) throws(FileError) {
    guard !Files.exists(parent) else { return }
    try Files.makeFolder(parent)
    try Files.synchronize(folder: folder)
  }

  /// Puts a file where other processes find it.
  private func put(_ digest: String) throws {
    guard let shared else { return }
    let file = try PositionedFile(reading: path(digest))
    try shared.put(digest, of: file.count) { try file.read(StoreFiles.pieceBytes, at: $0) }
  }

  /// Copies a file from where other processes have put it; `false` if it is not there.
  private func fetch(_ digest: String) throws -> Bool {
    guard let shared else { return false }
    let draft = uploadPath("\(Hexadecimal.text([UInt8].random(count: 16))).copy")
    let file = try PositionedFile(writing: draft, isNew: true)
    let running = SHA256.Running()
    var count = 0
    do {
      let isWhole = try shared.get(digest) { piece in
        try file.write(piece, at: count)
        running.add(piece)
        count += piece.count
      }
      guard isWhole, Hexadecimal.text(running.digest()) == digest else {
        try Files.remove(draft)
        return false
      }
      try file.synchronize()
      try makeParent("\(folder)/\(digest.prefix(2))")
      let isKnown = Files.exists(path(digest))
      try Files.move(draft, to: path(digest))
      if !isKnown { state.withLock { $0.bytes += Int64(count) } }
      return true
    } catch {
      try Files.remove(draft)
      throw error
    }
  }

  /// Waits until what has come of an upload is on the disk.
  func synchronize(_ upload: FileUpload) throws(FileError) {
    try PositionedFile(updating: upload.path).synchronize()
  }

  /// Lets a sweep remove a file again, after its record was written or failed to be, or it was read.
  func unpin(_ digest: String) {
    state.withLock { state in
      let left = state.pins[digest, default: 1] - 1
      state.pins[digest] = left > 0 ? left : nil
    }
  }

  /// Removes an upload that is cancelled.
  func cancel(_ id: String) throws(FileError) {
    forget(id)
    let bytes = FileEntry.Stamp(of: uploadPath(id))?.size ?? 0
    try Files.remove(uploadPath(id))
    state.withLock { $0.bytes -= bytes }
    try Files.remove(planPath(id))
  }

  private func takeOver(_ id: String) -> UInt64 {
    state.withLock { state in
      state.nextWriter += 1
      state.writers[id] = state.nextWriter
      return state.nextWriter
    }
  }

  private func forget(_ id: String) { state.withLock { $0.writers[id] = nil } }

  // MARK: files

  /// Opens a file; `nil` if it does not exist.
  func open(_ digest: String) throws(FileError) -> PositionedFile? {
    guard Files.exists(path(digest)) else { return nil }
    return try PositionedFile(reading: path(digest))
  }

  /// Keeps a file from being removed until it is unpinned; `false` if it does not exist.
  func pin(_ digest: String) throws -> Bool {
    state.withLock { $0.pins[digest, default: 0] += 1 }
    do {
      if try Files.exists(path(digest)) || fetch(digest) { return true }
    } catch {
      unpin(digest)
      throw error
    }
    unpin(digest)
    return false
  }

  /// Reads up to `count` bytes of a file, fewer where it ends before.
  func read(_ count: Int, of digest: String, at offset: Int) throws(FileError) -> [UInt8] {
    try PositionedFile(reading: path(digest)).read(count, at: offset)
  }

  /// Removes files that no record has, and that no upload has just put in place.
  ///
  /// - Parameter unused: returns those of some digests that no record has.
  func remove(_ digests: [String], unused: ([String]) throws -> [String]) throws {
    for digest in digests {
      let isUnused = try state.withLock { state in
        // The lock makes sure that a file that is put in place now is pinned either before or after
        // all of this.
        guard state.pins[digest] == nil, try !unused([digest]).isEmpty else { return false }
        let bytes = FileEntry.Stamp(of: path(digest))?.size ?? 0
        try Files.remove(path(digest))
        state.bytes -= bytes
        return true
      }
      if isUnused { try shared?.remove(digest) }
    }
  }

  /// Removes files that no record has and that are older than an hour, and uploads that were not
  /// finished in time. Puts files where other processes find them that came before these shared them. Counts the bytes anew, since other nodes that share the folder change them, too.
  func sweep(at now: Timestamp, unused: ([String]) throws -> [String]) throws {
    let nanoseconds = now.milliseconds * 1_000_000
    for name in try FileTree.names(in: "\(folder)/\(RecordFiles.uploads)") {
      let path = "\(folder)/\(RecordFiles.uploads)/\(name)"
      guard let stamp = FileEntry.Stamp(of: path),
        stamp.changed < nanoseconds - limits.uploadSeconds * 1_000_000_000
      else { continue }
      try Files.remove(path)
    }
    for parent in try FileTree.names(in: folder) where parent.utf8.count == 2 {
      let old = try FileTree.names(in: "\(folder)/\(parent)").filter { name in
        FileEntry.Stamp(of: "\(folder)/\(parent)/\(name)")
          .map { $0.changed < nanoseconds - RecordFiles.sweptAge } ?? false
      }
      let gone = try unused(old)
      try remove(gone, unused: unused)
      let kept = Set(old).subtracting(gone)
      for digest in try shared?.missing(among: kept.sorted()) ?? [] { try put(digest) }
    }
    try shared?.sweep()
    try count()
  }

  /// The nanoseconds after which a file that no record has is removed. Other nodes that share the
  /// folder have written its record by then.
  private static let sweptAge: Int64 = 3_600_000_000_000

  private func path(_ digest: String) -> String { "\(folder)/\(digest.prefix(2))/\(digest)" }
  private func uploadPath(_ id: String) -> String { "\(folder)/\(RecordFiles.uploads)/\(id)" }
  private func planPath(_ id: String) -> String { "\(uploadPath(id)).json" }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
  }

  private static let pieceBytes = 1 << 20

  private static func digest(of file: PositionedFile) throws(FileError) -> [UInt8] {
    let running = SHA256.Running()
    var offset = 0
    while true {
      let piece = try file.read(pieceBytes, at: offset)
      guard !piece.isEmpty else { return running.digest() }
      running.add(piece)
      offset += piece.count
    }
  }
}

/// An unfinished upload.
struct FileUpload: Sendable {
  /// The target of the file, and the known facts about it.
  struct Plan: Sendable, Equatable {
    /// The record and the attribute that get it.
    let record: String
    let attribute: String
    let mediaType: String
    /// The number of its bytes, if the client stated it.
    let length: Int?

    init(record: String, attribute: String, mediaType: String, length: Int?) {
      self.record = record
      self.attribute = attribute
      self.mediaType = mediaType
      self.length = length
    }

    init?(_ value: DataValue) {
      guard let record = value["record"]?.string, let attribute = value["attribute"]?.string,
        let mediaType = value["mediaType"]?.string
      else { return nil }
      var length: Int?
      if case .integer(let count)? = value["length"]?.content { length = Int(exactly: count) }
      self.init(record: record, attribute: attribute, mediaType: mediaType, length: length)
    }

    var json: DataValue {
      .members([
        ("record", .text(record)), ("attribute", .text(attribute)),
        ("mediaType", .text(mediaType)),
        ("length", length.map { .integer(Int64($0)) } ?? .null),
      ])
    }
  }

  let id: String
  let plan: Plan
  let path: String
  let writer: UInt64
  /// The bytes that have arrived.
  var offset: Int
}
