// SPDX-License-Identifier: Apache-2.0

/// An answer as a session shows it: the same, whatever comes meanwhile.
///
/// ```swift
/// let home = try await session.screen(session.config["home"]?.string ?? "/")
/// print(home["title"]?.string ?? "", home.source, home.edition.id)
/// ```
public struct PinnedAnswer: Sendable {
  /// The document.
  public let document: StoredObject
  /// The store as it was, with the objects that the document refers to by their ids.
  public let snapshot: Snapshot
  /// The place from which the answer came.
  public let source: Edition.Source
  /// The edition that it belongs to.
  public internal(set) var edition: Edition
  /// The instant until which it is fresh, in seconds since 1970 by the server's clock.
  public internal(set) var expires: Int64?
  /// The instant, by the server's clock, at which the service last called its edition the current one.
  var confirmed: Int64?
  /// The name that the service gave its edition in the field Edition.
  var name: String?
  /// The number of the request, by which a late answer to an earlier one is known; zero for a kept answer.
  var number: UInt64 = 0
  /// The fields that described the app and the languages of the reader to whom a kept answer was given.
  var app: String?
  var languages: String?

  init(
    document: StoredObject,
    snapshot: Snapshot,
    source: Edition.Source,
    edition: Edition,
    expires: Int64?,
    confirmed: Int64? = nil
  ) {
    (self.document, self.snapshot, self.source) = (document, snapshot, source)
    (self.edition, self.expires, self.confirmed) = (edition, expires, confirmed)
  }

  /// A member of the document.
  public subscript(member: String) -> JSONValue? { document[member] }

  /// The type of the document, by which an app chooses how to show it.
  public var datatype: String? { document["datatype"]?.string }

  /// Whether the answer is no longer fresh; a session shows it until its end nevertheless.
  ///
  /// - Parameter now: seconds since 1970 by the server's clock.
  public func isStale(at now: Int64) -> Bool { expires.map { $0 <= now } ?? true }

  /// Whether a part of the document failed, and is missing or old.
  var isDegraded: Bool { !(document["_degraded"]?.array ?? []).isEmpty }
}

extension PinnedAnswer {
  /// Whether an answer is kept under an id, which no collection refers to.
  static func isKept(_ id: String) -> Bool { id.hasPrefix("edition:") || id.hasPrefix("shown:") }

  /// The record that keeps the answer for the next start. It is one record, so that the document is never that of
  /// another edition than the record says, also after a crash.
  ///
  /// - Parameters:
  ///   - app: the field that describes the app.
  ///   - languages: the field with the languages of the reader.
  func record(_ id: String, app: String? = nil, languages: String? = nil) -> ObjectBatch {
    let head: JSONValue = [
      "edition": .string(edition.id), "id": .string(document.id),
      "expires": expires.map { .integer($0) } ?? .null,
      "confirmed": confirmed.map { .integer($0) } ?? .null, "app": app.map { .string($0) } ?? .null,
      "name": name.map { .string($0) } ?? .null,
      "languages": languages.map { .string($0) } ?? .null,
    ]
    var json = ContiguousArray(head.json.dropLast())
    json += ",\"document\":".utf8
    json += document.json
    json.append(UInt8(ascii: "}"))
    var batch = ObjectBatch()
    batch.append(document: json, id: id)
    return batch
  }

  /// Reads a record; `nil` for another one.
  init?(_ record: StoredObject, _ snapshot: Snapshot) {
    guard let edition = record["edition"]?.string, let id = record["id"]?.string,
      let json = record.bytes(of: "document")
    else { return nil }
    var batch = ObjectBatch()
    batch.append(document: ContiguousArray(json), id: id)
    guard let document = batch.stored.first else { return nil }
    self.init(
      document: document,
      snapshot: snapshot,
      source: .disk,
      edition: Edition(id: edition, source: .disk),
      expires: record["expires"]?.integer,
      confirmed: record["confirmed"]?.integer
    )
    (app, languages) = (record["app"]?.string, record["languages"]?.string)
    name = record["name"]?.string
  }
}

extension StoredObject {
  /// The bytes of a field as they came.
  fileprivate func bytes(of field: String) -> ArraySlice<UInt8>? {
    for piece in pieces {
      for member in ObjectMembers(bytes, in: piece.json)
      where bytes[member.name].elementsEqual(field.utf8) {
        return bytes[member.value]
      }
    }
    return nil
  }

  /// The strings that have the form of ids: a type, a hyphen, and letters and digits.
  fileprivate var references: [String] {
    texts.filter { text in
      let type = text.utf8.prefix { $0 &- 0x61 < 26 }
      let rest = text.utf8.dropFirst(type.count)
      return !type.isEmpty && rest.count > 1 && rest.first == UInt8(ascii: "-")
        && rest.dropFirst().allSatisfy { $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 }
    }
  }
}

extension ObjectStore {
  /// The most objects that are loaded for one document.
  private static let mostReferences = 1_000

  /// Brings a kept answer from the disk, with the objects that it refers to, directly or through others.
  func loadPinned(_ id: String) async -> PinnedAnswer? {
    var snapshot = await load([id])
    guard let record = snapshot[id], PinnedAnswer(record, snapshot) != nil else { return nil }
    var (known, next): (Set<String>, [String]) = ([], record.references)
    while !next.isEmpty, known.count < ObjectStore.mostReferences {
      known.formUnion(next)
      snapshot = await load(next)
      next = next.compactMap { snapshot[$0] }.flatMap(\.references).filter { !known.contains($0) }
    }
    return PinnedAnswer(record, snapshot)
  }
}
