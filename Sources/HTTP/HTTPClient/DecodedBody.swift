// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import HTTPValues

/// Undoes the content codings of a collected response.
enum DecodedBody {
  /// What a call that decodes says that it understands.
  static let accepted = "gzip, br, zstd"

  /// The body as it was before its codings, which the response no longer names; everything else is
  /// as it came. A coding that nobody knows, broken data and a bomb are errors.
  static func decode(
    _ fetched: FetchedResponse,
    _ limits: DecodingLimits
  ) throws(ClientError) -> FetchedResponse {
    guard let named = fetched.response.fields["content-encoding"], !fetched.body.isEmpty else {
      return fetched
    }
    do throws(CodingFault) {
      let codings = try Coding.list(named.utf8Span.span)
      var response = fetched.response
      response.fields.remove("content-encoding")
      response.fields.remove("content-length")
      return FetchedResponse(
        response: response,
        body: try decode(fetched.body, codings, limits),
        trailers: fetched.trailers
      )
    } catch {
      throw ClientError(.contentCoding, error.description)
    }
  }

  private static func decode(
    _ body: [UInt8],
    _ codings: [Coding],
    _ limits: DecodingLimits
  ) throws(CodingFault) -> [UInt8] {
    var decoder = try BodyDecoder(codings, limits: limits)
    var piece = ByteBuffer()
    var decoded: [UInt8] = []
    var position = 0
    while true {
      let step = try decoder.decode(body.span.extracting(position...), into: &piece)
      position += step.consumed
      decoded.append(piece.span)
      piece.removeAll()
      guard step.needsDrain || position < body.count else { break }
    }
    try decoder.finish()
    return decoded
  }
}
