// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import HTTPValues

/// The response of a service, in parts.
struct ServiceReply {
  var status = Status.ok
  var body: [UInt8] = []
  var fields = Fields()
  /// The seconds for which caches may keep the reply, and a tenth of them longer while they fetch it anew; `nil`:
  /// not at all.
  var lifetime: Int?
  /// The last change of the content, in Unix seconds.
  var lastModified: Int64?

  init(status: Status, fields: Fields) {
    self.status = status
    self.fields = fields
  }

  init(
    _ value: DataValue,
    status: Status = .ok,
    fields: Fields = Fields(),
    lifetime: Int? = nil,
    lastModified: Int64? = nil
  ) {
    self.status = status
    body = value.json + [UInt8(ascii: "\n")]
    self.fields = fields
    self.fields.set("content-type", "application/json")
    self.lifetime = lifetime
    self.lastModified = lastModified
  }

  /// A picture.
  init(svg: String, lifetime: Int) {
    body = Array(svg.utf8)
    fields = ["content-type": "image/svg+xml"]
    self.lifetime = lifetime
  }

  init(_ refusal: Refusal) {
    status = refusal.status
    body = Problem(.plain(refusal.status), detail: refusal.detail).json
    fields = refusal.fields
    fields.set("content-type", Problem.mediaType)
  }

  /// Adds the fields for caches; a conditional request may get 304 or 412.
  func response(to request: ServiceRequest) -> ServiceReply {
    var reply = self
    guard let lifetime else {
      reply.fields.set("cache-control", "no-store")
      return reply
    }
    let stale = max(1, lifetime / 10)
    reply.fields.set(
      "cache-control",
      "public, max-age=\(lifetime), stale-while-revalidate=\(stale)"
    )
    var validators = Validators(lastModified: lastModified)
    validators.entityTag = EntityTag(
      opaque: Hexadecimal.text(SHA256.digest(of: body.span).prefix(16))
    )
    if let tag = validators.entityTag { reply.fields.set("etag", tag.description) }
    if let lastModified { reply.fields.set("last-modified", HTTPDate(seconds: lastModified).text) }
    let outcome = Preconditions.evaluate(
      method: .get,
      fields: request.fields.view,
      validators: validators,
      now: request.now
    )
    switch outcome {
    case .proceed: break
    case .notModified:
      reply.status = .notModified
      reply.body = []
      reply.fields.remove("content-type")
    case .preconditionFailed:
      return ServiceReply(Refusal(.preconditionFailed, "the resource has changed"))
        .response(to: request)
    }
    return reply
  }
}

extension DataValue {
  /// An object of the members that are there.
  static func object(_ members: (String, DataValue?)...) -> DataValue {
    .members(members.compactMap { name, value in value.map { (name, $0) } })
  }

  /// An instant from Unix seconds, as `2026-05-31T08:00:00Z`.
  static func instant(_ seconds: Int64) -> DataValue {
    .text(DataDate(secondsSince2001: Double(seconds - 978_307_200))?.text)
  }
}
