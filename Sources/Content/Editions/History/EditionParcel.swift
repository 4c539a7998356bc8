// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import Files
package import Sites

/// A kept edition on its way to the history of another machine: the list of its files, and the packs that have their
/// bytes. A machine that has a pack already needs it no second time.
package struct EditionParcel: Sendable, Equatable {
  /// A file with the bytes of several others; equal bytes have equal names.
  package struct Pack: Sendable, Equatable {
    package let name: String
    package let size: Int

    package init(name: String, size: Int) {
      self.name = name
      self.size = size
    }
  }

  package let name: String
  /// The list of the files as the history keeps it.
  package let manifest: [UInt8]
  package let packs: [Pack]

  /// The parcel of an edition by its manifest; `nil` where that is none of this name.
  package init?(_ name: String, manifest: [UInt8]) {
    guard EditionHistory.isName(name), let read = Manifest(manifest, name: name),
      read.head.packs.allSatisfy({ EditionHistory.isName($0.name) && $0.size >= 0 })
    else { return nil }
    self.name = name
    self.manifest = manifest
    packs = read.head.packs.map { Pack(name: $0.name, size: $0.size) }
  }
}

extension EditionHistory {
  /// The parcel of a kept edition; `nil` for one that is not kept.
  package func parcel(of name: String) throws(SourceFault) -> EditionParcel? {
    guard has(name) else { return nil }
    let path = path(of: name)
    do throws(FileError) {
      return EditionParcel(name, manifest: try Files.read(path))
    } catch {
      throw SourceFault(path: path, reason: error.description)
    }
  }

  /// Reads a piece of a pack.
  package func read(
    _ pack: EditionParcel.Pack,
    from offset: Int,
    count: Int
  ) throws(SourceFault) -> [UInt8] {
    let path = path(ofPack: pack.name)
    do throws(FileError) {
      return try Files.read(path, from: offset, count: count)
    } catch {
      throw SourceFault(path: path, reason: error.description)
    }
  }

  /// Whether a pack is here already.
  package func has(_ pack: EditionParcel.Pack) -> Bool {
    (try? Files.size(path(ofPack: pack.name))) == Int64(pack.size)
  }

  /// Keeps a pack of another machine, which `next` gives piece by piece, until `nil`.
  package func take(
    _ pack: EditionParcel.Pack,
    next: () throws -> [UInt8]?
  ) throws {
    try Files.makeFolder("\(folder)/packs")
    let path = path(ofPack: pack.name)
    var draft = try FileDraft(for: path)
    var size = 0
    while let piece = try next() {
      size += piece.count
      guard size <= pack.size else { break }
      try draft.append(piece)
    }
    guard size == pack.size else {
      throw SourceFault(path: path, reason: "\(size) bytes came; expected \(pack.size)")
    }
    try draft.putInPlace()
  }

  /// Keeps an edition of another machine as one that was published now; its packs are here already.
  package func take(_ parcel: EditionParcel, at now: UnixTime) throws {
    let path = path(of: parcel.name)
    guard let sent = Manifest(parcel.manifest, name: parcel.name), parcel.packs.allSatisfy(has)
    else { throw SourceFault(path: path, reason: "a pack of it is missing") }
    let packs = sent.head.packs
    let manifest = Manifest(name: parcel.name, published: now, packs: packs, files: sent.files)
    try Files.makeFolder("\(folder)/manifests")
    try Files.synchronize(folder: "\(folder)/packs")
    try Files.write(try manifest.bytes(), to: path)
    try Files.synchronize(folder: "\(folder)/manifests")
    prune()
  }
}
