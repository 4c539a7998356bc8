// SPDX-License-Identifier: Apache-2.0

/// One entry of a snapshot.
struct SnapshotRecord: Equatable {
  var kind: EntryKind
  var lifetime: EntryLifetime
  var key: [UInt8]
  var tags: [TagName]
  var payload: [UInt8]

  /// `nil` for an entry that is not kept over a restart.
  init?(_ entry: CacheEntry) {
    guard entry.kind.outlivesProcess, let content = entry.payload as? any SnapshotPayload else {
      return nil
    }
    kind = entry.kind
    lifetime = entry.purgedLifetime
    key = entry.key.bytes
    tags = entry.tags.map(\.name)
    payload = []
    content.write(to: &payload)
  }

  /// `nil` for bytes that are not exactly one record.
  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = SnapshotScanner(bytes)
    guard let number = reader.integer(UInt8.self), let kind = EntryKind(rawValue: number),
      let storedAt = reader.integer(Int64.self), let freshUntil = reader.integer(Int64.self),
      let revalidate = reader.integer(Int64.self), let error = reader.integer(Int64.self),
      let notAfter = reader.integer(Int64.self), let key = reader.bytes(),
      let count = reader.integer(UInt32.self)
    else { return nil }
    self.kind = kind
    lifetime = EntryLifetime(
      storedAt: storedAt,
      freshUntil: freshUntil,
      staleWhileRevalidateUntil: revalidate,
      staleIfErrorUntil: error,
      notAfter: notAfter
    )
    self.key = key
    tags = []
    for _ in 0..<count {
      guard let text = reader.bytes(), let tag = TagName(String(decoding: text, as: UTF8.self))
      else { return nil }
      tags.append(tag)
    }
    guard let payload = reader.bytes(), reader.isAtEnd else { return nil }
    self.payload = payload
  }

  /// Appends the record after its length and its checksum.
  func append(to bytes: inout [UInt8]) {
    var record: [UInt8] = []
    record.append(integer: kind.rawValue)
    record.append(integer: lifetime.storedAt)
    record.append(integer: lifetime.freshUntil)
    record.append(integer: lifetime.staleWhileRevalidateUntil)
    record.append(integer: lifetime.staleIfErrorUntil)
    record.append(integer: lifetime.notAfter)
    record.append(counted: key)
    record.append(integer: UInt32(clamping: tags.count))
    for tag in tags { record.append(counted: Array(tag.description.utf8)) }
    record.append(counted: payload)
    bytes.append(integer: UInt32(clamping: record.count))
    bytes.append(integer: SnapshotFormat.checksum(record[...]))
    bytes += record
  }
}
