// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Localization

/// What a file came to when it was read last.
struct KnownFile {
  /// A file that is a document.
  struct Document {
    var draft: DocumentDraft
    let source: DocumentSource
  }

  let entry: FileEntry
  /// The SHA-256 of its bytes, in four words.
  var digest = SIMD4<UInt64>()
  var document: Document?
  /// What a file of texts says.
  var texts: TextsDraft?
  /// What is wrong with the file by itself.
  var findings: [Finding] = []
  /// Whether it could be read; if not, it is read again the next time.
  var isRead = false

  init(_ entry: FileEntry) { self.entry = entry }
}
