// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import HTTPValues

/// A response ready to be sent.
struct RenderedReply: Sendable {
  let response: Response
  let body: [UInt8]

  /// Renders a reply; a conditional request may get 304.
  init(_ reply: ServiceReply, to request: ServiceRequest) throws(DataFileError) {
    var fields = reply.fields
    var body: [UInt8] = []
    if let value = reply.body {
      try JSONWriter().write(value, to: &body)
      body.append(UInt8(ascii: "\n"))
      fields.set("content-type", "application/json")
    } else if let picture = reply.picture {
      body = picture.bytes
      fields.set("content-type", picture.mediaType)
    }
    fields.set("cache-control", reply.freshness.cacheControl)
    guard request.method == .get, reply.freshness != .none, reply.status == .ok else {
      self.init(response: Response(reply.status, fields: fields), body: body)
      return
    }
    var validators = Validators(lastModified: reply.lastModified)
    validators.entityTag = EntityTag(opaque: RenderedReply.digest(of: body))
    if let tag = validators.entityTag { fields.set("etag", tag.description) }
    if let seconds = reply.lastModified {
      fields.set("last-modified", HTTPDate(seconds: seconds).text)
    }
    self.init(
      Response(.ok, fields: fields),
      body,
      as: Preconditions.evaluate(
        method: .get,
        fields: request.fields.view,
        validators: validators,
        now: request.now
      )
    )
  }

  init(_ refusal: Refusal) {
    var fields = refusal.fields
    fields.set("content-type", Problem.mediaType)
    fields.set("cache-control", "no-store")
    self.init(
      response: Response(refusal.status, fields: fields),
      body: refusal.problem.json
    )
  }

  init(response: Response, body: [UInt8]) {
    self.response = response
    self.body = body
  }

  private init(_ response: Response, _ body: [UInt8], as outcome: Preconditions) {
    switch outcome {
    case .proceed: self.init(response: response, body: body)
    case .notModified:
      var fields = response.fields
      fields.remove("content-type")
      self.init(response: Response(.notModified, fields: fields), body: [])
    case .preconditionFailed:
      self.init(Refusal(.preconditionFailed, "the resource has changed"))
    }
  }

  /// Returns 16 bytes of the body's SHA-256 in hexadecimal, for the ETag.
  private static func digest(of body: [UInt8]) -> String {
    Hexadecimal.text(SHA256.digest(of: body.span).prefix(16))
  }
}
