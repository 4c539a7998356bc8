// SPDX-License-Identifier: Apache-2.0

import Files

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
