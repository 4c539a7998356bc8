// SPDX-License-Identifier: Apache-2.0

import ContentCoding
import Digests
import HTTPValues

/// The bytes of an answer in one coding, with the entity tag of these very bytes.
struct AnswerForm: Sendable {
  let body: [UInt8]
  let coding: Coding
  let entityTag: EntityTag?

  /// A body that is in this coding already.
  init(_ body: [UInt8], in coding: Coding) {
    self.body = body
    self.coding = coding
    entityTag = EntityTag(opaque: Hexadecimal.text(SHA256.digest(of: body.span).prefix(12)))
  }

  /// Adds the fields that say which coding this is.
  func write(to fields: inout Fields) {
    if coding != .identity { fields.append(FieldName(.contentEncoding), "\(coding.name)") }
    if let entityTag { fields.append(FieldName(.etag), bytes: entityTag.quoted.span) }
  }
}
