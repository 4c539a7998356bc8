// SPDX-License-Identifier: Apache-2.0

import CodeGeneration
import ContentModel
import DataFiles
import Files
import Localization
import Reactor
import Services
import Sites

/// Reads the files of a site that are new or have changed, on all processors.
struct SiteFileReader {
  /// Bytes of one file of texts.
  private static let maximumTextsBytes = 33_554_432
  /// Fewer files than this are not worth another thread.
  private static let filesOfPiece = 512

  private let source: any SiteSource
  private let settings: SiteSettings
  private let documents: DocumentReader
  private let locks: [VersionLock]

  /// - Parameter locks: what the versions of apps that are in use decode.
  init(_ source: any SiteSource, _ settings: SiteSettings, _ locks: [VersionLock]) {
    self.source = source
    self.settings = settings
    self.locks = locks
    documents = DocumentReader(settings)
  }

  /// All files as they are now, in their order; what is known by its stamp is not read again.
  ///
  /// - Parameter known: in the order of their paths, as the files are.
  func read(_ files: [FileEntry], known: [KnownFile]) -> [KnownFile] {
    var kept: [KnownFile?] = []
    kept.reserveCapacity(files.count)
    var changed: [FileEntry] = []
    var next = 0
    for file in files {
      while next < known.count, known[next].entry.path < file.path { next += 1 }
      if next < known.count, known[next].isRead, known[next].entry == file {
        kept.append(known[next])
      } else {
        changed.append(file)
        kept.append(nil)
      }
    }
    var read = readAll(changed).makeIterator()
    return kept.compactMap { $0 ?? read.next() }
  }

  private func readAll(_ files: [FileEntry]) -> [KnownFile] {
    let pieces = stride(from: 0, to: files.count, by: SiteFileReader.filesOfPiece).map {
      files[$0..<min($0 + SiteFileReader.filesOfPiece, files.count)]
    }
    return LoopThread.concurrentMap(pieces.count) { piece in pieces[piece].map { read($0) } }
      .flatMap(\.self)
  }

  private func read(_ entry: FileEntry) -> KnownFile {
    guard let name = DocumentName(file: entry.path) else { return readTexts(entry) }
    var findings = Findings()
    var digest = FileDigest.none
    var content = KnownFile.Content.nothing
    if let (bytes, format, value) = valueOfDocument(entry, &findings) {
      if let draft = documents.draft(value, file: entry.path, path: name.path, &findings) {
        let source = DocumentSource(bytes: bytes, format: format)
        let breaches =
          locks.isEmpty || !draft.facts.isSound
          ? [] : locks.breaches(of: DocumentTypes(of: value, draft, in: settings))
        content = .document(KnownFile.Document(draft: draft, source: source, breaches: breaches))
      }
      digest = FileDigest(of: bytes.span)
    }
    if let problem = name.problem {
      findings.error(.badPath, at: FilePlace(entry.path), problem)
    }
    return KnownFile(entry, digest: digest, content, findings: findings.all)
  }

  private func readTexts(_ entry: FileEntry) -> KnownFile {
    do {
      try refuseLarge(entry, SiteFileReader.maximumTextsBytes)
      let bytes = try source.read(entry.path, limit: SiteFileReader.maximumTextsBytes)
      var content = KnownFile.Content.nothing
      let folder = "\(SiteFolder.localesFolder)/"
      if entry.path.hasPrefix(folder) {
        let path = String(entry.path.dropFirst(folder.utf8.count))
        let draft = TextsDraft(reading: bytes.span, file: entry.path, path: path)
        content = draft.isOfKnownKind ? .texts(draft) : .stray
      } else if DocumentName.isStray(file: entry.path) {
        content = .stray
      }
      return KnownFile(entry, digest: FileDigest(of: bytes.span), content)
    } catch {
      let isOfTexts = entry.path.hasPrefix("\(SiteFolder.localesFolder)/")
      let draft = TextsDraft(unreadable: error.finding)
      return isOfTexts
        ? KnownFile(entry, .texts(draft)) : KnownFile(entry, findings: draft.findings.all)
    }
  }

  private func refuseLarge(
    _ entry: FileEntry,
    _ limit: Int,
    of setting: String = ""
  ) throws(SourceFault) {
    guard entry.size > limit else { return }
    throw SourceFault(
      path: entry.path,
      reason: "the file has \(entry.size) bytes; expected at most \(limit)\(setting)"
    )
  }

  private func valueOfDocument(
    _ entry: FileEntry,
    _ findings: inout Findings
  ) -> (bytes: [UInt8], format: DataFormat, value: DataValue)? {
    do {
      try refuseLarge(
        entry,
        settings.budgets.documentBytes,
        of: ", as \"documentBytes\" in the site's \"budgets\" says"
      )
      return source.value(of: entry.path, limit: settings.budgets.documentBytes, &findings)
    } catch {
      findings.add(error.finding)
      return nil
    }
  }
}
