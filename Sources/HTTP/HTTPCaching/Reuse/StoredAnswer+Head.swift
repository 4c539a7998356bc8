// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPValues

// RFC 9111 sections 4 and 4.3.2, RFC 9110 sections 15.3.7, 15.4.5 and 15.5.17. Whatever is answered
// out of the storage says how old it is. The length of the body is left to whoever frames it, except
// where it is the answer's own word (HEAD, and a body of just that length).

extension StoredAnswer {
  /// The head that the client is sent.
  ///
  /// For several parts it has no Content-Type: `MultipartRanges` has the one to send.
  package func head(of stored: StoredResponse, now: Int64) -> Response {
    var response = Response(stored.status, fields: stored.fields)
    if stored.freshness.isEnded {
      response.fields.limitFreshness(to: 0, endedAfter: stored.freshness.lifetime)
    }
    switch form {
    case .whole, .headOnly: break
    case .notModified:
      response.status = .notModified
      response.fields.keepForNotModified()
    case .part(let range):
      response.status = .partialContent
      response.fields.removeAboutContent()
      if let contentRange = ContentRange(range, of: stored.content.length) {
        response.fields.append("content-range", contentRange.description)
      }
    case .parts:
      response.status = .partialContent
      response.fields.removeAboutContent()
      response.fields.remove("content-type")
    case .unsatisfiable:
      response = Response(.rangeNotSatisfiable)
      if let contentRange = ContentRange(nil, of: stored.content.length) {
        response.fields.append("content-range", contentRange.description)
      }
      response.fields.append("date", HTTPDate(seconds: now).text)
      return response
    }
    response.fields.append("age", "\(stored.freshness.age(at: now))")
    return response
  }
}

extension Fields {
  /// Removes what is true of the whole content only.
  fileprivate mutating func removeAboutContent() {
    for name: FieldName in ["content-length", "content-range", "content-digest", "content-md5"] {
      remove(name)
    }
  }

  /// Removes what describes a representation that is not sent, since the client has it: its cache
  /// would take the fields over (RFC 9110 section 15.4.5). Last-Modified stays where it is the only
  /// validator.
  fileprivate mutating func keepForNotModified() {
    removeAboutContent()
    for name: FieldName in ["content-type", "content-encoding", "content-language"] {
      remove(name)
    }
    if contains("etag") { remove("last-modified") }
  }
}
