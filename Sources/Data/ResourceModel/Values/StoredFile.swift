// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// A file that belongs to a record, without its bytes.
package struct StoredFile: Sendable, Hashable {
  /// The digest in 64 hexadecimal digits, which is also the name of the stored file.
  package let digest: String
  package let byteCount: Int64
  package let mediaType: String

  package init?(_ value: DataValue) {
    guard let digest = value["sha256"]?.string, digest.utf8.count == 64,
      digest.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }),
      case .integer(let count)? = value["bytes"]?.content, count >= 0,
      let mediaType = value["mediaType"]?.string
    else { return nil }
    self.digest = digest
    byteCount = count
    self.mediaType = mediaType
  }

  package init(_ digest: String, byteCount: Int64, mediaType: String) {
    self.digest = digest
    self.byteCount = byteCount
    self.mediaType = mediaType
  }

  /// The file as the value of its attribute.
  package var json: DataValue {
    .members([
      ("sha256", .text(digest)), ("bytes", .integer(byteCount)), ("mediaType", .text(mediaType)),
    ])
  }
}
