// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import Files
package import Sites

// The history is a folder: `packs` holds the bytes of files, those that are new with an edition in one pack,
// so that keeping an edition waits for the disk twice and not once for each file; `manifests` says for each
// edition in which packs its files lie; `pinned` names the edition that is served whatever the site's folder
// says. Everything is written to another name first and renamed, and a manifest comes behind its pack: an
// edition that has one is whole.

/// The editions that were published last.
package struct EditionHistory: Sendable {
  /// Number of editions that are kept unless another limit is given.
  package static let standardLimit = 20
  /// Maximum number of packs that hold the files of an edition.
  package static let maximumPacks = 32
  private static let manifestExtension = ".jsonl"

  package let folder: String
  private let limit: Int
  private let report: @Sendable (String) -> Void

  /// - Parameter report: is told what of the history cannot be read or removed, and what follows.
  package init(
    _ folder: String,
    limit: Int = standardLimit,
    report: @escaping @Sendable (String) -> Void
  ) {
    self.folder = folder
    self.limit = max(1, limit)
    self.report = report
  }

  /// One kept edition.
  package struct Entry: Sendable, Hashable {
    package let name: String
    package let published: UnixTime
    package let fileCount: Int
  }

  /// The kept editions, the newest first.
  package func entries() -> [Entry] { heads().map(\.entry) }

  /// Whether an edition is kept.
  package func has(_ name: String) -> Bool { head(name) != nil }

  /// Keeps the files that an edition was made of; the oldest editions go when there are too many.
  package func keep(
    _ name: String,
    _ files: EditionFiles,
    at now: UnixTime
  ) throws(SourceFault) {
    var pack = EditionPack(of: files, sharing: entries().first.flatMap { manifest($0.name) })
    try writing("\(folder)/packs") { () throws(FileError) in
      try Files.makeFolder("\(folder)/packs")
      try Files.makeFolder("\(folder)/manifests")
    }
    try pack.write(to: path(ofPack: pack.name))
    let path = path(of: name)
    do {
      let bytes = try pack.manifest(name: name, published: now).bytes()
      try Files.synchronize(folder: "\(folder)/packs")
      try Files.write(bytes, to: path)
      try Files.synchronize(folder: "\(folder)/manifests")
    } catch {
      throw SourceFault(path: path, reason: "\(error)")
    }
    prune()
  }

  /// A kept edition as a source, to be compiled again or compared.
  package func source(of name: String) -> (any SiteSource)? {
    manifest(name).map { StoredSite($0, in: self) }
  }

  /// Compiles a kept edition again; `nil` for one that is not kept. This takes long.
  package func compilation(of name: String, _ shape: SiteShape) -> Compilation? {
    source(of: name).map { SiteCompiler.compilation(of: $0, shape) }
  }

  /// The edition that is served whatever the site's folder says.
  package var pinned: String? {
    let path = "\(folder)/pinned"
    guard Files.exists(path) else { return nil }
    do throws(FileError) {
      let name = String(decoding: try Files.read(path, limit: 64), as: UTF8.self)
      if EditionHistory.isName(name) { return name }
      report("\(path) holds no name of an edition; none counts as pinned")
    } catch {
      report("\(error); no edition counts as pinned")
    }
    return nil
  }

  package func pin(_ name: String?) throws(SourceFault) {
    try writing("\(folder)/pinned") { () throws(FileError) in
      guard let name else { return try Files.remove("\(folder)/pinned") }
      try Files.makeFolder(folder)
      try Files.write(Array(name.utf8), to: "\(folder)/pinned")
    }
  }

  func path(ofPack name: String) -> String { "\(folder)/packs/\(name)" }

  func path(of name: String) -> String {
    "\(folder)/manifests/\(name)\(EditionHistory.manifestExtension)"
  }

  /// The kept editions, the newest first; what cannot be read now is none, and is reported.
  private func heads() -> [Manifest.Head] {
    guard Files.exists("\(folder)/manifests") else { return [] }
    do throws(FileError) {
      return EditionHistory.newestFirst(try names().compactMap { head($0) })
    } catch {
      report("\(error); no edition counts as kept")
      return []
    }
  }

  private static func newestFirst(_ heads: [Manifest.Head]) -> [Manifest.Head] {
    heads.sorted { ($0.published, $0.name) > ($1.published, $1.name) }
  }

  private func names() throws(FileError) -> [String] {
    let suffix = EditionHistory.manifestExtension
    return try FileTree("\(folder)/manifests").files.map(\.path).filter { $0.hasSuffix(suffix) }
      .map { String($0.dropLast(suffix.count)) }.filter(EditionHistory.isName)
  }

  private func head(_ name: String) -> Manifest.Head? {
    guard EditionHistory.isName(name), Files.exists(path(of: name)) else { return nil }
    do {
      return try readHead(name)
    } catch {
      report("\(error); edition \(name) counts as not kept")
      return nil
    }
  }

  /// The edition that a manifest describes; `nil` where one of its packs is gone.
  private func readHead(_ name: String) throws -> Manifest.Head? {
    let file = path(of: name)
    var pieces = try FilePieces(file)
    let first = try pieces.next().prefix { $0 != UInt8(ascii: "\n") }
    let version = Manifest.version(of: first)
    guard version == Manifest.version else {
      throw SourceFault(
        path: file,
        reason: "a manifest of version \(version), expected \(Manifest.version); "
          + "it is readable by the release of Portico that wrote it"
      )
    }
    guard let head = Manifest.Head(first, name: name),
      head.packs.allSatisfy({ Files.exists(path(ofPack: $0.name)) })
    else { return nil }
    return head
  }

  private func manifest(_ name: String) -> Manifest? {
    guard head(name) != nil else { return nil }
    do throws(FileError) {
      return Manifest(try Files.read(path(of: name)), name: name)
    } catch {
      report("\(error); edition \(name) counts as not kept")
      return nil
    }
  }

  static func isName(_ name: String) -> Bool {
    name.utf8.count == 16 && name.utf8.allSatisfy { ASCII.isDigit($0) || (0x61...0x66) ~= $0 }
  }

  /// Removes the oldest editions, but never the pinned one, and the packs that no edition has. While
  /// something cannot be read, nothing is removed: it may be an edition that needs its packs.
  func prune() {
    let pinned = pinned
    guard pinned != nil || !Files.exists("\(folder)/pinned") else { return }
    do {
      try prune(keeping: pinned)
    } catch {
      report("\(error); editions and packs that are of no use any more stay on the disk")
    }
  }

  private func prune(keeping pinned: String?) throws {
    var heads: [Manifest.Head] = []
    for name in try names() { if let head = try readHead(name) { heads.append(head) } }
    let packs = try FileTree("\(folder)/packs").files.map(\.path)
    let drafts = try FileDraft.names(in: "\(folder)/packs")
    let old = EditionHistory.newestFirst(heads).dropFirst(limit).filter { $0.name != pinned }
    for head in old { try Files.remove(path(of: head.name)) }
    let gone = Set(old.map(\.name))
    let needed = Set(heads.filter { !gone.contains($0.name) }.flatMap { $0.packs.map(\.name) })
    for name in packs + drafts where !needed.contains(name) {
      try Files.remove(path(ofPack: name))
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
private struct StoredSite: SiteSource {
  private let manifest: Manifest
  private let history: EditionHistory
  private let filesByPath: [String: Manifest.File]

  init(_ manifest: Manifest, in history: EditionHistory) {
    self.manifest = manifest
    self.history = history
    filesByPath = Dictionary(manifest.files.map { ($0.path, $0) }) { first, _ in first }
  }

  func files() throws(SourceFault) -> [FileEntry] {
    manifest.files.map { file in
      // Kept files never change, so that the size identifies a version.
      let size = file.location.size
      let stamp = FileEntry.Stamp(inode: 0, size: Int64(size), changed: 0)
      return FileEntry(path: file.path, size: size, stamp: stamp)
    }
  }

  func has(_ path: String) -> Bool { filesByPath[path] != nil }

  func read(_ path: String, limit: Int) throws(SourceFault) -> [UInt8] {
    guard let file = filesByPath[path] else {
      throw SourceFault(path: path, reason: "no such file in edition \(manifest.head.name)")
    }
    let location = file.location
    guard location.size <= limit else {
      throw SourceFault(
        path: path,
        reason: "the file has \(location.size) bytes; expected at most \(limit)"
      )
    }
    let bytes: [UInt8]
    do {
      bytes = try Files.read(
        history.path(ofPack: location.pack),
        from: location.offset,
        count: location.size
      )
    } catch {
      throw SourceFault(path: path, reason: error.description)
    }
    guard FileDigest(of: bytes.span) == file.digest else {
      throw SourceFault(path: path, reason: "the kept file is not what it was")
    }
    return bytes
  }
}
