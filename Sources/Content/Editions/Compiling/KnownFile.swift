// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Localization

/// What a file came to when it was read last; one reference, since a site has many.
final class KnownFile: Sendable {
  /// A file that is a document.
  struct Document: Sendable {
    let draft: DocumentDraft
    let source: DocumentSource
  }

  let entry: FileEntry
  /// The SHA-256 of its bytes; empty if it could not be read, and is read again the next time.
  let digest: [UInt8]
  let document: Document?
  /// What a file of texts says.
  let texts: TextsDraft?
  /// What is wrong with the file by itself.
  let findings: [Finding]

  init(
    _ entry: FileEntry,
    digest: [UInt8] = [],
    document: Document? = nil,
    texts: TextsDraft? = nil,
    findings: [Finding] = []
  ) {
    self.entry = entry
    self.digest = digest
    self.document = document
    self.texts = texts
    self.findings = findings
  }

  var isRead: Bool { !digest.isEmpty }
}
