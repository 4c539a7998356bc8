// SPDX-License-Identifier: Apache-2.0

import CodeGeneration
import DataFiles
import Files
import Localization
import Sites

/// The result of reading a file; one reference, since a site has many.
final class KnownFile: Sendable {
  /// A file that is a document.
  struct Document: Sendable {
    let draft: DocumentDraft
    let source: DocumentSource
    /// Members that shipped versions of apps could not decode, whoever gets them.
    let breaches: [LockBreach]
  }

  /// The kind of a file, with its contents.
  enum Content: Sendable {
    case document(Document)
    /// Behind a reference, so that the many documents need no room for it.
    indirect case texts(TextsDraft)
    /// A file of a kind that nothing reads.
    case stray
    case nothing
  }

  let entry: FileEntry
  /// `none` if it could not be read, and is read again the next time.
  let digest: FileDigest
  private let content: Content
  /// The findings about the file by itself.
  let findings: [Finding]

  init(
    _ entry: FileEntry,
    digest: FileDigest = .none,
    _ content: Content = .nothing,
    findings: [Finding] = []
  ) {
    self.entry = entry
    self.digest = digest
    self.content = content
    self.findings = findings
  }

  var isRead: Bool { digest != .none }

  var document: Document? { if case .document(let document) = content { document } else { nil } }

  var isStray: Bool { if case .stray = content { true } else { false } }

  /// The path of the document that the file would be if it could be read; `nil` where it is one, or none.
  var unreadDocument: String? { document == nil ? DocumentName(file: entry.path)?.path : nil }

  /// The texts of a file of texts.
  var texts: TextsDraft? { if case .texts(let texts) = content { texts } else { nil } }
}

/// The files that an edition was made of, as they were then, whatever has become of them.
package struct EditionFiles: Sendable {
  /// In the order of their paths.
  let known: [KnownFile]
  /// Where those that an edition does not hold itself are read again.
  let source: any SiteSource

  func bytes(of file: KnownFile) throws(SourceFault) -> [UInt8] {
    if let document = file.document { return document.source.bytes }
    let bytes = try source.read(file.entry.path, limit: .max)
    guard FileDigest(of: bytes.span) == file.digest else {
      throw SourceFault(path: file.entry.path, reason: "it has changed since it was published")
    }
    return bytes
  }
}
