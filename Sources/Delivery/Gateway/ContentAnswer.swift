// SPDX-License-Identifier: Apache-2.0

import ContentCoding
import ContentModel
import HTTPServer
import HTTPValues

/// An answer in the forms in which a loop sends it; it belongs to that loop.
final class ContentAnswer {
  private let answer: SharedAnswer
  /// What is said of where it comes from, such as `portico; hit`; `nil` where nothing is.
  private let origin: String?
  /// Whether it is sent although something newer is being made: nobody is to keep it as fresh.
  private let isStale: Bool
  /// The two forms with the age of this second in them.
  private var second: Int64 = .min
  private var whole: PreparedResponse?
  private var notModified: PreparedResponse?

  init(_ answer: SharedAnswer, origin: String? = nil, isStale: Bool = false) {
    self.answer = answer
    self.isStale = isStale
    self.origin = origin
  }

  var entityTag: EntityTag? { answer.entityTag }
  var expire: UnixTime { answer.expire }

  /// The answer as it is to be sent in a second: every field that says how long it is good for is
  /// derived from its one instant.
  func response(at now: UnixTime) -> PreparedResponse {
    renew(now)
    if let whole { return whole }
    let response = PreparedResponse(
      Response(answer.status, fields: timed(now)),
      body: answer.body
    )
    whole = response
    return response
  }

  /// That the client has it already.
  func notModified(at now: UnixTime) -> PreparedResponse {
    renew(now)
    if let notModified { return notModified }
    var fields = timed(now)
    fields.remove("content-type")
    fields.remove("content-encoding")
    fields.remove("content-language")
    let response = PreparedResponse(Response(.notModified, fields: fields), body: [])
    notModified = response
    return response
  }

  private func renew(_ now: UnixTime) {
    guard now.seconds != second else { return }
    second = now.seconds
    whole = nil
    notModified = nil
  }

  private func timed(_ now: UnixTime) -> Fields {
    var fields = answer.fields
    let lifetimes = answer.lifetimes
    let expire = isStale ? min(expire, now) : expire
    let left = max(0, expire.seconds - now.seconds)
    var control = CacheControl()
    if answer.isPublic { control.isPublic = true } else { control.isPrivate = .everything }
    control.maxAge = Int(clamping: left)
    if lifetimes.staleWhileRevalidate > 0, !isStale {
      control.staleWhileRevalidate = lifetimes.staleWhileRevalidate
    }
    if lifetimes.staleIfError > 0 { control.staleIfError = lifetimes.staleIfError }
    fields.set("cache-control", control.description)
    let date = HTTPDate(seconds: expire.seconds).bytes
    fields.set("expires", String(decoding: date.indices.map { date[$0] }, as: UTF8.self))
    if let origin { fields.set("cache-status", "\(origin); ttl=\(expire.seconds - now.seconds)") }
    return fields
  }
}
