// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import Digests
import HTTPValues

/// The bytes of an answer in one coding, with the digest of these very bytes.
struct AnswerForm: Sendable {
  let body: [UInt8]
  let digest: BodyDigest
  let coding: Coding

  /// Makes the form of a body that is in this coding already.
  init(_ body: [UInt8], in coding: Coding) {
    self.body = body
    self.coding = coding
    digest = BodyDigest(of: body)
  }

  /// Adds the fields of this coding.
  func write(to fields: inout Fields) {
    if coding != .identity { fields.append(FieldName(.contentEncoding), "\(coding.name)") }
    fields.append(FieldName(.etag)) { digest.appendQuoted(to: &$0) }
  }
}

/// Twelve bytes of the digest of a body, of which the entity tag is made.
struct BodyDigest: Hashable, Sendable {
  private let first: UInt64
  private let last: UInt32

  init(of body: [UInt8]) {
    let digest = SHA256.digest(of: body.span)
    first = digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    last = digest[8..<12].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Appends the bytes in hexadecimal, in quotes.
  func appendQuoted(to bytes: inout [UInt8]) {
    let (start, end) = (first.hexadecimalDigits, (UInt64(last) << 32).hexadecimalDigits)
    bytes.append(UInt8(ascii: "\""))
    bytes.append(start.span)
    bytes.append(end.span.extracting(first: 8))
    bytes.append(UInt8(ascii: "\""))
  }

  /// The entity tag of the body.
  var entityTag: EntityTag? {
    var quoted: [UInt8] = []
    quoted.reserveCapacity(26)
    appendQuoted(to: &quoted)
    return EntityTag(quoted: quoted)
  }
}
