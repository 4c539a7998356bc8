// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Digests
import Dispatch
import Files
import Localization
import Synchronization

/// Reads the files of a site that are new or have changed, on all processors.
struct SiteFileReader {
  /// Bytes of one file of texts.
  private static let maximumTextsBytes = 33_554_432
  /// Fewer files than this are not worth another thread.
  private static let filesOfPiece = 512

  private let source: any SiteSource
  private let settings: SiteSettings
  private let documents: DocumentReader

  init(_ source: any SiteSource, _ settings: SiteSettings) {
    self.source = source
    self.settings = settings
    documents = DocumentReader(settings)
  }

  /// All files as they are now, in their order; what is known by its stamp is not read again.
  ///
  /// - Parameter known: in the order of their paths, as the files are.
  func read(_ files: [FileEntry], known: [KnownFile]) -> [KnownFile] {
    var result: [KnownFile] = []
    result.reserveCapacity(files.count)
    var changed: [Int] = []
    var next = 0
    for file in files {
      while next < known.count, known[next].entry.path < file.path { next += 1 }
      if next < known.count, known[next].isRead, known[next].entry == file {
        result.append(known[next])
      } else {
        changed.append(result.count)
        result.append(KnownFile(file))
      }
    }
    readAll(changed, of: &result)
    return result
  }

  private func readAll(_ changed: [Int], of files: inout [KnownFile]) {
    let size = SiteFileReader.filesOfPiece
    let pieces = stride(from: 0, to: changed.count, by: size).map {
      Array(changed[$0..<min($0 + size, changed.count)])
    }
    let entries = files
    let read = Mutex<[(place: Int, file: KnownFile)]>([])
    DispatchQueue.concurrentPerform(iterations: pieces.count) { piece in
      let finished = pieces[piece].map { (place: $0, file: self.read(entries[$0].entry)) }
      read.withLock { $0 += finished }
    }
    var ruleSets = RuleSetPool()
    for (place, file) in read.withLock({ $0 }) {
      files[place] = file
      files[place].document?.draft.share(&ruleSets)
    }
  }

  private func read(_ entry: FileEntry) -> KnownFile {
    guard let name = DocumentName(file: entry.path) else { return readTexts(entry) }
    var file = KnownFile(entry)
    var findings = Findings()
    if let (bytes, format, value) = value(of: entry.path, &findings) {
      if let draft = documents.draft(value, file: entry.path, path: name.path, &findings) {
        let source = DocumentSource(bytes: bytes, format: format)
        file.document = KnownFile.Document(draft: draft, source: source)
      }
      file.digest = SiteFileReader.words(SHA256.digest(of: bytes.span))
      file.isRead = true
    }
    if let problem = name.problem {
      findings.error(.badPath, at: FilePlace(entry.path), problem)
    }
    file.findings = findings.all
    return file
  }

  private func readTexts(_ entry: FileEntry) -> KnownFile {
    var file = KnownFile(entry)
    do {
      let bytes = try source.read(entry.path, limit: SiteFileReader.maximumTextsBytes)
      file.digest = SiteFileReader.words(SHA256.digest(of: bytes.span))
      let folder = "\(SiteFolder.localesFolder)/"
      if entry.path.hasPrefix(folder) {
        let path = String(entry.path.dropFirst(folder.utf8.count))
        file.texts = TextsDraft(reading: bytes.span, file: entry.path, path: path)
      }
      file.isRead = true
    } catch {
      file.findings = [error.finding]
    }
    return file
  }

  /// The bytes of a file and the value that they are.
  func value(
    of file: String,
    _ findings: inout Findings
  ) -> (bytes: [UInt8], format: DataFormat, value: DataValue)? {
    do {
      let bytes = try source.read(file, limit: settings.budgets.documentBytes)
      let kind = file.split(separator: ".").last.map(String.init) ?? ""
      let format = DataFormat(of: bytes.span, fileExtension: kind)
      do {
        let value = try DataValue(reading: bytes.span, as: format, rules: .documents)
        return (bytes, format, value)
      } catch {
        findings.error(
          .unreadable,
          at: FilePlace(file, error.position),
          "\(error.kind.rawValue): found \(error.seen), expected \(error.expected)"
        )
      }
    } catch {
      findings.add(error.finding)
    }
    return nil
  }

  private static func words(_ digest: [UInt8]) -> SIMD4<UInt64> {
    var words = SIMD4<UInt64>()
    for (index, byte) in digest.enumerated() {
      words[index / 8] |= UInt64(byte) << UInt64(index % 8 * 8)
    }
    return words
  }
}
