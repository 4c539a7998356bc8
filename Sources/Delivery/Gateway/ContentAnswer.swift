// SPDX-License-Identifier: Apache-2.0

import ContentCoding
import ContentModel
import HTTPServer
import HTTPValues

/// An answer that was made once and is sent until it expires; it belongs to one loop.
final class ContentAnswer {
  private let status: Status
  private let fields: Fields
  private let body: [UInt8]
  let entityTag: EntityTag?
  let expire: UnixTime
  private let lifetimes: AnswerLifetimes
  /// Whether it is for everybody whose request is the same.
  private let isShared: Bool
  /// The two forms with the age of this second in them.
  private var second: Int64 = .min
  private var whole: PreparedResponse?
  private var notModified: PreparedResponse?

  /// - Parameter fields: all but those that depend on the time.
  init(
    _ status: Status,
    fields: Fields,
    body: [UInt8],
    entityTag: EntityTag?,
    expire: UnixTime,
    lifetimes: AnswerLifetimes,
    isShared: Bool
  ) {
    self.status = status
    self.fields = fields
    self.body = body
    self.entityTag = entityTag
    self.expire = expire
    self.lifetimes = lifetimes
    self.isShared = isShared
  }

  /// The answer as it is to be sent in a second: every field that says how long it is good for is
  /// derived from its one instant.
  func response(at now: UnixTime) -> PreparedResponse {
    renew(now)
    if let whole { return whole }
    let response = PreparedResponse(Response(status, fields: timed(now)), body: body)
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
    var fields = fields
    let left = max(0, expire.seconds - now.seconds)
    var control = CacheControl()
    if isShared { control.isPublic = true } else { control.isPrivate = .everything }
    control.maxAge = Int(clamping: left)
    if lifetimes.staleWhileRevalidate > 0 {
      control.staleWhileRevalidate = lifetimes.staleWhileRevalidate
    }
    if lifetimes.staleIfError > 0 { control.staleIfError = lifetimes.staleIfError }
    fields.set("cache-control", control.description)
    let date = HTTPDate(seconds: expire.seconds).bytes
    fields.set("expires", String(decoding: date.indices.map { date[$0] }, as: UTF8.self))
    return fields
  }
}

/// For how long an answer may be used when it is not fresh any more.
struct AnswerLifetimes {
  var staleWhileRevalidate = 0
  var staleIfError = 0
}
