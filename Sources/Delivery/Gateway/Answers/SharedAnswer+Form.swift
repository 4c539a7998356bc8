// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import Digests
import HTTPValues

extension SharedAnswer {
  /// The bytes of an answer in one coding, with the hash of these very bytes.
  struct Form: Sendable {
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
}

/// Twelve bytes of the hash of a body, of which the entity tag is made.
struct BodyDigest: Hashable, Sendable {
  private let first: UInt64
  private let last: UInt32

  init(of body: [UInt8]) {
    let hash = BodyHash(of: body.span)
    first = hash.high
    last = UInt32(truncatingIfNeeded: hash.low >> 32)
  }

  /// Appends the bytes in hexadecimal, in quotes.
  func appendQuoted(to bytes: inout [UInt8]) {
    // Room for sixteen digits from the seventeenth on, of which eight are wanted.
    var text = InlineArray<33, UInt8>(repeating: UInt8(ascii: "\""))
    var digits = text.mutableSpan
    digits.write(hexadecimal: first, at: 1)
    digits.write(hexadecimal: UInt64(last) << 32, at: 17)
    digits[25] = UInt8(ascii: "\"")
    bytes.append(text.span.extracting(first: 26))
  }

  /// The entity tag of the body.
  var entityTag: EntityTag? {
    var quoted: [UInt8] = []
    quoted.reserveCapacity(26)
    appendQuoted(to: &quoted)
    return EntityTag(quoted: quoted)
  }
}
