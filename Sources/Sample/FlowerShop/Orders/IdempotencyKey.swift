// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import HTTPValues

// draft-ietf-httpapi-idempotency-key-header: the key is a string of structured fields; an unquoted
// one is accepted too, since many clients send it so. A repeated key with the same body gets the
// first response again; with another body it is an error. Keys belong to an account and are kept
// for a day.

/// The Idempotency-Key of a request, which makes retries safe.
struct IdempotencyKey {
  let text: String
  /// A digest of the body, independent of white space.
  let digest: [UInt8]

  /// The lifetime in seconds.
  static let lifetime: Int64 = 86_400

  private static let lengths = 1...100

  init(_ request: ServiceRequest) throws {
    guard let field = request.fields["idempotency-key"] else {
      throw Refusal(
        .badRequest,
        "the field Idempotency-Key is needed, so that nothing is bought twice"
      )
    }
    var text = field[...]
    if text.utf8.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
      text = text.dropFirst().dropLast()
    }
    let isPlain = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
    guard isPlain, IdempotencyKey.lengths.contains(text.utf8.count) else {
      throw Refusal(
        .badRequest,
        "Idempotency-Key is \(field), expected 1 to 100 visible letters of ASCII in quotes"
      )
    }
    self.text = String(text)
    var writer = JSONWriter()
    writer.sortsMembers = true
    var bytes: [UInt8] = []
    try writer.write(DataValue(reading: request.body.span, as: .json), to: &bytes)
    digest = SHA256.digest(of: bytes.span)
  }
}
