// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import DataFiles
import Digests
import Files

// The history is a folder: `objects` holds files by the digest of their content, so that editions
// share what they have in common; `editions` holds a list of files for each edition; `pinned` names
// the edition that is served whatever the site's folder says. Everything is written to another name
// first and renamed, so that a reader never sees a part.

/// The editions that were published last.
package struct EditionHistory: Sendable {
  /// How many are kept where nobody says otherwise.
  package static let standardLimit = 20

  package let folder: String
  private let limit: Int

  package init(_ folder: String, limit: Int = standardLimit) {
    self.folder = folder
    self.limit = max(1, limit)
  }

  /// One kept edition.
  package struct Entry: Sendable, Hashable {
    package let name: String
    package let published: UnixTime
    package let fileCount: Int
  }

  /// The kept editions, the newest first.
  package func entries() -> [Entry] {
    let tree = try? FileTree("\(folder)/editions")
    return (tree?.files ?? []).compactMap { file in
      manifest(String(file.path.dropLast(5)))?.entry
    }.sorted { ($0.published, $0.name) > ($1.published, $1.name) }
  }

  /// Keeps the files that an edition was made of; the oldest editions go when there are too many.
  package func keep(
    _ name: String,
    _ files: EditionFiles,
    at now: UnixTime
  ) throws(SourceFault) {
    for file in files.known {
      let digest = file.digest.text
      let path = object(digest)
      guard !Files.exists(path) else { continue }
      let bytes = try files.bytes(of: file)
      try writing(path) { () throws(FileError) in
        try Files.makeFolder("\(folder)/objects/\(digest.prefix(2))")
        try Files.write(bytes, to: path)
      }
    }
    // The list is written last, so that an edition that has one is whole.
    let manifest = Manifest(name: name, published: now, files: files.known)
    try writing(path(of: name)) { () throws(FileError) in
      try Files.makeFolder("\(folder)/editions")
      try Files.write(manifest.json, to: path(of: name))
    }
    prune()
  }

  /// A kept edition as a source, to be compiled again or compared.
  package func source(of name: String) -> (any SiteSource)? {
    manifest(name).map { KeptSite($0, in: self) }
  }

  /// The edition that is served whatever the site's folder says.
  package var pinned: String? {
    guard let bytes = try? Files.read("\(folder)/pinned", limit: 64) else { return nil }
    let name = String(decoding: bytes, as: UTF8.self)
    return EditionHistory.isName(name) ? name : nil
  }

  package func pin(_ name: String?) throws(SourceFault) {
    try writing("\(folder)/pinned") { () throws(FileError) in
      guard let name else { return try Files.remove("\(folder)/pinned") }
      try Files.makeFolder(folder)
      try Files.write(Array(name.utf8), to: "\(folder)/pinned")
    }
  }

  func object(_ digest: String) -> String { "\(folder)/objects/\(digest.prefix(2))/\(digest)" }

  private func path(of name: String) -> String { "\(folder)/editions/\(name).json" }

  private func manifest(_ name: String) -> Manifest? {
    guard EditionHistory.isName(name), let bytes = try? Files.read(path(of: name)) else {
      return nil
    }
    return Manifest(json: bytes, name: name)
  }

  private static func isName(_ name: String) -> Bool {
    name.utf8.count == 16 && name.utf8.allSatisfy { ASCII.isDigit($0) || (0x61...0x66) ~= $0 }
  }

  /// Removes the oldest editions, but never the pinned one, and the objects that no edition has.
  private func prune() {
    let entries = entries()
    let pinned = pinned
    let gone = entries.dropFirst(limit).filter { $0.name != pinned }
    guard !gone.isEmpty else { return }
    for entry in gone { try? Files.remove(path(of: entry.name)) }
    let kept = Set(
      entries.filter { !gone.contains($0) }
        .flatMap { manifest($0.name)?.files.map(\.digest) ?? [] }
    )
    for file in (try? FileTree("\(folder)/objects"))?.files ?? [] {
      let digest = file.path.split(separator: "/").last.map(String.init) ?? ""
      if !kept.contains(digest) { try? Files.remove("\(folder)/objects/\(file.path)") }
    }
  }

  private func writing(_ path: String, _ body: () throws(FileError) -> Void) throws(SourceFault) {
    do {
      try body()
    } catch {
      throw SourceFault(path: path, reason: error.description)
    }
  }
}

/// A kept edition's files.
private struct KeptSite: SiteSource {
  private let manifest: Manifest
  private let history: EditionHistory
  private let digests: [String: String]

  init(_ manifest: Manifest, in history: EditionHistory) {
    self.manifest = manifest
    self.history = history
    digests = Dictionary(manifest.files.map { ($0.path, $0.digest) }) { first, _ in first }
  }

  func files() throws(SourceFault) -> [FileEntry] {
    manifest.files.map { file in
      // What is kept never changes, so that its size says enough.
      let stamp = FileEntry.Stamp(inode: 0, size: Int64(file.size), changed: 0)
      return FileEntry(path: file.path, size: file.size, stamp: stamp)
    }
  }

  func read(_ path: String, limit: Int) throws(SourceFault) -> [UInt8] {
    guard let digest = digests[path] else {
      throw SourceFault(path: path, reason: "no such file in edition \(manifest.name)")
    }
    let bytes: [UInt8]
    do {
      bytes = try Files.read(history.object(digest), limit: limit)
    } catch {
      throw SourceFault(path: path, reason: error.description)
    }
    guard Hexadecimal.text(SHA256.digest(of: bytes.span)) == digest else {
      throw SourceFault(path: path, reason: "the kept file is not what it was")
    }
    return bytes
  }
}
