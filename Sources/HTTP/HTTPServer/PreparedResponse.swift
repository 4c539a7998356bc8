// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTP2
package import HTTPValues

/// A response that was put into bytes once and is sent many times.
///
/// Both protocol versions find their form ready: HTTP/1.1 its head as text, HTTP/2 its block of
/// fields. Only the Date field is added when it is sent, unless it has one. Share it within one loop; loops that share
/// one also share its reference count, a cache line that all of them write.
package final class PreparedResponse: Sendable {
  package let status: Status
  package let body: [UInt8]
  /// Status line and fields with Content-Length; what is missing follows when it is sent.
  let http1Head: [UInt8]
  let http2Head: HTTP2HeadTemplate
  /// Whether it has a Date of its own: that of an answer that was kept.
  let hasDate: Bool

  /// - Parameter keepsDate: Whether a Date field of the response stays, and none is added.
  package init(_ response: Response, body: [UInt8], keepsDate: Bool = false) {
    var response = response
    if !keepsDate { response.fields.remove("date") }
    hasDate = response.fields.contains("date")
    status = response.status
    self.body = response.status.forbidsContent ? [] : body
    var head = ByteBuffer()
    let framing = response.status.forbidsContent ? BodyFraming.none : .length(body.count)
    ResponseWriter.appendHead(response, framing: framing, to: &head)
    var fields = response.fields
    fields.remove("content-length")
    if !response.status.forbidsContent {
      fields.append("content-length", "\(body.count)")
    }
    http1Head = head.span.array
    http2Head = HTTP2HeadTemplate(response.status, fields.view)
  }

  /// The fields of the head as they are sent, for whoever shows them.
  package var shownFields: [(name: String, value: String)] {
    let lines = String(decoding: http1Head, as: UTF8.self).split(separator: "\r\n").dropFirst()
    return lines.compactMap { line in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      return (line[..<colon].lowercased(), String(line[colon...].dropFirst().drop { $0 == " " }))
    }
  }

  /// The same response with more fields.
  package func adding(_ fields: Fields) -> PreparedResponse {
    PreparedResponse(self, adding: fields)
  }

  private init(_ response: PreparedResponse, adding fields: Fields) {
    status = response.status
    body = response.body
    hasDate = response.hasDate
    var head = ByteBuffer()
    let first = response.http1Head
    head.append(first.span)
    PreparedResponse.append(fields.view, to: &head)
    http1Head = head.span.array
    http2Head = HTTP2HeadTemplate(response.http2Head, adding: fields.view)
  }

  private static func append(_ fields: borrowing FieldsView, to head: inout ByteBuffer) {
    for index in 0..<fields.count {
      head.append(field: fields.name(at: index), fields.value(at: index))
    }
  }

  func http2Body(isHead: Bool) -> HTTP2Body { isHead || body.isEmpty ? .none : .bytes(body) }
}
