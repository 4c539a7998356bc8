// SPDX-License-Identifier: Apache-2.0

import ContentCoding
import Digests
import HTTPValues

/// The bytes of an answer in one coding, with the entity tag of these very bytes.
struct AnswerForm: Sendable {
  let body: [UInt8]
  let coding: Coding
  let entityTag: EntityTag?

  /// Makes the form of a body that is in this coding already.
  init(_ body: [UInt8], in coding: Coding) {
    self.body = body
    self.coding = coding
    entityTag = EntityTag(quoted: AnswerForm.quotedDigest(of: body))
  }

  /// Twelve bytes of the digest of a body in hexadecimal, in quotes.
  private static func quotedDigest(of body: [UInt8]) -> [UInt8] {
    var quoted = SHA256.digest(of: body.span)
    let first = InlineArray<12, UInt8> { quoted[$0] }
    // There is room for the text in the place of the digest, which is longer.
    quoted.removeAll(keepingCapacity: true)
    quoted.append(UInt8(ascii: "\""))
    for index in first.indices { Hexadecimal.append(first[index], to: &quoted) }
    quoted.append(UInt8(ascii: "\""))
    return quoted
  }

  /// Adds the fields of this coding.
  func write(to fields: inout Fields) {
    if coding != .identity { fields.append(FieldName(.contentEncoding), "\(coding.name)") }
    if let entityTag { fields.append(FieldName(.etag), bytes: entityTag.quoted.span) }
  }
}
