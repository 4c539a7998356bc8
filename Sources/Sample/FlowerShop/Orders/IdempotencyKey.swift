// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import HTTPValues

// draft-ietf-httpapi-idempotency-key-header: the key is a string of structured fields; one without
// quotes is taken too, since many clients send it so. A key that was used with the same body gets
// the first answer again; with another body it is an error. Keys belong to an account and are
// remembered for a day.

/// What makes a request that is sent twice be done once.
struct IdempotencyKey {
  let text: String
  /// What was asked for, however it was spaced.
  let digest: [UInt8]

  /// How long one is remembered, in seconds.
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
