// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import Edges
import HTTPServer
import HTTPValues

extension ContentAnswer {
  /// The ranges that are asked for (RFC 9110 section 14).
  func response(
    at now: UnixTime,
    for profile: EdgeProfile,
    _ ranges: ByteRanges
  ) -> PreparedResponse {
    let body = form(at: now).body
    let length = body.count
    switch ranges.selection(of: length) {
    case .whole: return response(at: now, for: profile)
    case .unsatisfiable:
      var response = Response(.rangeNotSatisfiable)
      response.fields.append("content-range", "bytes */\(length)")
      response.fields.append("cache-control", "no-store")
      return PreparedResponse(response, body: [])
    case .parts(let parts):
      var fields = fields(at: now, for: profile)
      if let only = parts.first, parts.count == 1 {
        if let range = ContentRange(only, of: length) {
          fields.append("content-range", range.description)
        }
        return PreparedResponse(
          Response(.partialContent, fields: fields),
          body: Array(body[only])
        )
      }
      return multipart(parts, of: body, fields) ?? response(at: now, for: profile)
    }
  }

  private func multipart(
    _ parts: [Range<Int>],
    of body: [UInt8],
    _ fields: Fields
  ) -> PreparedResponse? {
    let frame = MultipartRanges(
      parts,
      of: body.count,
      partType: fields["content-type"],
      boundary: MultipartRanges.randomBoundary
    )
    guard let frame else { return nil }
    var fields = fields
    fields.set("content-type", frame.contentType)
    var buffer = ByteBuffer()
    for index in parts.indices {
      frame.appendHead(ofPart: index, to: &buffer)
      buffer.append(Array(body[parts[index]]))
    }
    frame.appendEnd(to: &buffer)
    return PreparedResponse(
      Response(.partialContent, fields: fields),
      body: buffer.span.array
    )
  }
}

extension MultipartRanges {
  /// A random boundary. It is unknown before the answer is made, so that no content can be made to
  /// contain it.
  static var randomBoundary: String {
    String(UInt64.random(in: .min ... .max), radix: 36)
      + String(UInt64.random(in: .min ... .max), radix: 36)
  }
}
