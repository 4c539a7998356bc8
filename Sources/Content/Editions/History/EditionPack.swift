// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Digests
import Files
import Sites

/// The files of an edition that is to be kept: those that the edition before it has too lie in packs already,
/// the others become a new pack.
struct EditionPack {
  /// The name of the new pack: equal content, equal name.
  let name: String
  private let files: EditionFiles
  /// The files of the new pack, in its order.
  private let added: [KnownFile]
  private var packs: [Manifest.Pack] = []
  private var locations: [FileDigest: Manifest.Location] = [:]

  init(of files: EditionFiles, sharing before: Manifest?) {
    self.files = files
    var shared: [FileDigest: Manifest.Location] = [:]
    if let before {
      packs = EditionPack.packs(worthSharingBy: files, of: before)
      let names = Set(packs.map(\.name))
      for file in before.files where names.contains(file.location.pack) {
        shared[file.digest] = file.location
      }
    }
    locations = shared
    var isKnown = Set(locations.keys)
    added = files.known.filter { isKnown.insert($0.digest).inserted }
    let digests = added.flatMap(\.digest.bytes)
    name = Hexadecimal.text(SHA256.digest(of: digests.span).prefix(8))
  }

  /// The packs of another edition that have files of this one. A pack of which this edition needs less than
  /// half is not shared, and neither are the smallest where there are too many: their files are written again,
  /// so that old packs go with the editions that were made with them.
  private static func packs(
    worthSharingBy files: EditionFiles,
    of before: Manifest
  ) -> [Manifest.Pack] {
    var wanted = Set(files.known.map(\.digest))
    var needed: [String: Int] = [:]
    for file in before.files where wanted.remove(file.digest) != nil {
      needed[file.location.pack, default: 0] += file.location.size
    }
    let packs = before.head.packs.filter { pack in
      needed[pack.name].map { $0 * 2 >= pack.size } ?? false
    }
    guard packs.count >= EditionHistory.maximumPacks else { return packs }
    let largest = packs.sorted { ($0.size, $0.name) > ($1.size, $1.name) }
    return Array(largest.prefix(EditionHistory.maximumPacks / 2))
  }

  /// Writes the new pack, unless every file is in another one.
  mutating func write(to path: String) throws(SourceFault) {
    guard !added.isEmpty else { return }
    var draft = try PackDraft(for: path)
    for file in added {
      let bytes = try files.bytes(of: file)
      let offset = try draft.append(bytes)
      locations[file.digest] = Manifest.Location(pack: name, offset: offset, size: bytes.count)
    }
    packs.append(Manifest.Pack(name: name, size: try draft.finish()))
  }

  /// The list of the edition's files, once the new pack is written.
  func manifest(name edition: String, published: UnixTime) -> Manifest {
    let listed = files.known.compactMap { file in
      locations[file.digest].map {
        Manifest.File(path: file.entry.path, digest: file.digest, location: $0)
      }
    }
    let names = Set(listed.map(\.location.pack))
    return Manifest(
      name: edition,
      published: published,
      packs: packs.filter { names.contains($0.name) },
      files: listed
    )
  }
}

/// A pack as it is written, many files at once.
private struct PackDraft: ~Copyable {
  /// As much as is written at once.
  private static let pieceBytes = 1 << 20

  private let path: String
  private var draft: FileDraft
  private var piece: [UInt8] = []
  private var size = 0

  init(for path: String) throws(SourceFault) {
    self.path = path
    do {
      draft = try FileDraft(for: path)
    } catch {
      throw SourceFault(path: path, reason: error.description)
    }
  }

  /// Adds a file, and says at which offset of the pack it is.
  mutating func append(_ file: [UInt8]) throws(SourceFault) -> Int {
    piece += file
    size += file.count
    if piece.count >= PackDraft.pieceBytes { try writePiece() }
    return size - file.count
  }

  /// Writes what is left, and says how large the pack is.
  mutating func finish() throws(SourceFault) -> Int {
    try writePiece()
    do {
      try draft.putInPlace()
    } catch {
      throw SourceFault(path: path, reason: error.description)
    }
    return size
  }

  private mutating func writePiece() throws(SourceFault) {
    do {
      try draft.append(piece)
    } catch {
      throw SourceFault(path: path, reason: error.description)
    }
    piece.removeAll(keepingCapacity: true)
  }
}
