// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Editions
import Fleet
import Synchronization

// An edition in the store is a blob that lists its files and its packs; a pack is cut into pieces, each a blob. What an
// earlier edition has too is there already.

/// The editions of a site in the store of a fleet.
final class FleetEditions: Sendable {
  /// The largest piece of a pack, in bytes.
  private static let pieceBytes = 4 << 20
  private static let version: Int64 = 1

  private let history: EditionHistory
  /// The seconds for which pieces are known to stay in the store: less than the day for which it keeps them for nobody.
  private static let keptTime: Int64 = 43_200
  /// The pieces of packs that this process has kept in the store, with the Unix seconds.
  private let known: Mutex<[String: (pieces: [BlobDigest], at: Int64)]> = Mutex([:])

  init(_ history: EditionHistory) { self.history = history }

  /// Gives a kept edition to a store.
  func send(_ name: String, to store: any FleetStore) throws -> FleetEdition {
    guard let parcel = try history.parcel(of: name) else {
      throw FleetStoreError(.damaged, "edition \(name) is not kept here")
    }
    var packs: [DataValue] = []
    for pack in parcel.packs {
      let pieces = try kept(pack) ?? send(pack, to: store)
      packs.append(
        .members([("name", .text(pack.name)), ("pieces", .texts(pieces.map(\.text)))])
      )
    }
    let manifest = try send(parcel.manifest, to: store)
    let list = DataValue.members([
      ("version", .number(Self.version)), ("edition", .text(name)),
      ("manifest", .texts(manifest.map(\.text))), ("packs", .list(packs)),
    ])
    let digest = try store.keep(list.json)
    return FleetEdition(name, manifest: digest)
  }

  /// The pieces of a pack that the store has for a while yet; `nil` where that is not known.
  private func kept(_ pack: EditionParcel.Pack) -> [BlobDigest]? {
    known.withLock { known in
      known[pack.name].flatMap { UnixTime.now.seconds - $0.at < Self.keptTime ? $0.pieces : nil }
    }
  }

  private func send(
    _ pack: EditionParcel.Pack,
    to store: any FleetStore
  ) throws -> [BlobDigest] {
    var pieces: [BlobDigest] = []
    let now = UnixTime.now.seconds
    for offset in stride(from: 0, to: pack.size, by: Self.pieceBytes) {
      let count = min(Self.pieceBytes, pack.size - offset)
      let piece = try history.read(pack, from: offset, count: count)
      let digest = try store.keep(piece)
      pieces.append(digest)
    }
    let kept = pieces
    known.withLock { $0[pack.name] = (kept, now) }
    return pieces
  }

  private func send(_ bytes: [UInt8], to store: any FleetStore) throws -> [BlobDigest] {
    var pieces: [BlobDigest] = []
    for offset in stride(from: 0, to: bytes.count, by: Self.pieceBytes) {
      let end = min(bytes.count, offset + Self.pieceBytes)
      let digest = try store.keep(Array(bytes[offset..<end]))
      pieces.append(digest)
    }
    return pieces
  }

  /// Removes the blobs of editions from a store that no node needs any more; returns their number.
  func tidy(_ store: any FleetStore) throws -> Int {
    let editions = try store.editions()
    var needed: Set<BlobDigest> = []
    for edition in editions {
      needed.insert(edition.manifest)
      // What has lost its list can be loaded by nobody.
      guard let file = try store.fetch(edition.manifest) else { continue }
      let list = try Self.list(file, of: edition)
      needed.formUnion(try Self.digests(list["manifest"]))
      guard case .array(let packs) = list["packs"]?.content else { continue }
      for pack in packs { needed.formUnion(try Self.digests(pack["pieces"])) }
    }
    return try store.removeBlobs(besides: needed, of: editions)
  }

  /// Reads the list of an edition's files and packs.
  private static func list(_ file: [UInt8], of edition: FleetEdition) throws -> DataValue {
    let list = try DataValue(reading: file.span, as: .json)
    guard list["version"]?.integer == version, list["edition"]?.string == edition.name else {
      throw FleetStoreError(.damaged, "the list of edition \(edition.name) has another form")
    }
    return list
  }

  /// Takes an edition out of a store into the history.
  func receive(_ edition: FleetEdition, from store: any FleetStore) throws {
    let list = try Self.list(try blob(edition.manifest, store), of: edition)
    var bytes: [UInt8] = []
    for piece in try Self.digests(list["manifest"]) { bytes += try blob(piece, store) }
    guard let parcel = EditionParcel(edition.name, manifest: bytes) else {
      throw FleetStoreError(.damaged, "the files of edition \(edition.name) are not listed")
    }
    guard case .array(let packs) = list["packs"]?.content else {
      throw FleetStoreError(.damaged, "the packs of edition \(edition.name) are not listed")
    }
    for pack in parcel.packs where !history.has(pack) {
      let listed = packs.first { $0["name"]?.string == pack.name }
      let pieces = try Self.digests(listed?["pieces"])
      var place = 0
      try history.take(pack) {
        guard place < pieces.count else { return nil }
        place += 1
        return try blob(pieces[place - 1], store)
      }
    }
    try history.take(parcel, at: UnixTime.now)
  }

  private func blob(_ digest: BlobDigest, _ store: any FleetStore) throws -> [UInt8] {
    guard let blob = try store.fetch(digest) else {
      throw FleetStoreError(.away, "it does not have the blob \(digest.text) yet")
    }
    return blob
  }

  private static func digests(_ list: DataValue?) throws -> [BlobDigest] {
    guard case .array(let elements) = list?.content else {
      throw FleetStoreError(.damaged, "a list of blobs is missing")
    }
    let digests = elements.compactMap { $0.string.flatMap { BlobDigest($0) } }
    guard digests.count == elements.count else {
      throw FleetStoreError(.damaged, "a list of blobs cannot be read")
    }
    return digests
  }
}
