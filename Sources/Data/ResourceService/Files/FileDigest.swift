// SPDX-License-Identifier: Apache-2.0
//
// RFC 9530: Repr-Digest is the digest of the whole file, Content-Digest that of a message's
// content, which differs only for a range and for a part of an upload. SHA-256 is read and written;
// other algorithms are ignored, as the RFC allows.

import Bytes
import Digests
import HTTPValues

/// The digests of files in fields.
enum FileDigest {
  private static let algorithm = "sha-256"

  /// The value of a digest field, of a digest in hexadecimal digits.
  static func field(of digest: String) -> String { field(of: Hexadecimal.bytes(digest) ?? []) }

  static func field(of digest: [UInt8]) -> String {
    var buffer = ByteBuffer()
    buffer.append(base64: digest.span)
    return "\(algorithm)=:\(buffer.span.text):"
  }

  /// The SHA-256 that a field announces; `nil` without one, throws for a field that cannot be read.
  static func announced(
    _ name: FieldName,
    _ fields: Fields
  ) throws(ResourceProblem) -> [UInt8]? {
    guard let text = fields[name] else { return nil }
    let fault = ResourceProblem(
      .badDigest,
      "\(name) is \(text.prefix(80)); expected sha-256=:…: with 32 bytes in base64"
    )
    guard let digests = try? StructuredField.Dictionary(parsing: text) else { throw fault }
    guard let member = digests[algorithm] else { return nil }
    guard case .item(let item) = member, case .bytes(let digest) = item.value,
      digest.count == SHA256.byteCount
    else { throw fault }
    return digest
  }
}
