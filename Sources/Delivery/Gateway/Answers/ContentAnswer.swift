// SPDX-License-Identifier: Apache-2.0

import ContentModel
import HTTPCaching
import HTTPServer
import HTTPValues

/// An answer in the forms in which a loop sends it; it belongs to that loop.
final class ContentAnswer {
  /// Ours in Cache-Status.
  private static let cacheName = "portico"

  let shared: SharedAnswer
  /// How the cache came by it.
  private let handling: CacheStatus.Handling
  private let detail: String?
  /// Whether it is sent although something newer is being made: nobody is to keep it as fresh.
  private let isStale: Bool
  /// The two forms with the age of this second in them.
  private var second: Int64 = .min
  private var whole: PreparedResponse?
  private var notModified: PreparedResponse?

  init(
    _ shared: SharedAnswer,
    _ handling: CacheStatus.Handling,
    detail: String? = nil,
    isStale: Bool = false
  ) {
    self.shared = shared
    self.handling = handling
    self.detail = detail
    self.isStale = isStale
  }

  var expire: UnixTime { shared.expire }

  /// The answer as it is to be sent in a second: every field that says how long it is good for is
  /// derived from its one instant.
  func response(at now: UnixTime) -> PreparedResponse {
    renew(now)
    if let whole { return whole }
    let response = PreparedResponse(
      Response(shared.status, fields: fields(at: now)),
      body: shared.body
    )
    whole = response
    return response
  }

  /// That the client has it already.
  func notModified(at now: UnixTime) -> PreparedResponse {
    renew(now)
    if let notModified { return notModified }
    var fields = fields(at: now)
    for name: FieldName in [
      "content-type", "content-encoding", "content-language", "last-modified",
    ] {
      fields.remove(name)
    }
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

  /// All fields as they are in a second.
  func fields(at now: UnixTime) -> Fields {
    var fields = shared.fields
    let lifetimes = shared.lifetimes
    let expire = isStale ? min(expire, now) : expire
    let left = max(0, expire.seconds - now.seconds)
    var control = CacheControl()
    if shared.isPublic { control.isPublic = true } else { control.isPrivate = .everything }
    control.maxAge = Int(clamping: left)
    if lifetimes.staleWhileRevalidate > 0, !isStale {
      control.staleWhileRevalidate = lifetimes.staleWhileRevalidate
    }
    if lifetimes.staleIfError > 0 { control.staleIfError = lifetimes.staleIfError }
    fields.set("cache-control", control.description)
    fields.set("expires", HTTPDate(seconds: expire.seconds).text)
    fields.set("last-modified", HTTPDate(seconds: min(shared.made, now).seconds).text)
    CacheStatus(
      ContentAnswer.cacheName,
      handling,
      timeLeft: Int(clamping: shared.expire.seconds - now.seconds),
      key: shared.facts.key,
      detail: detail
    ).append(to: &fields)
    return fields
  }
}

extension CacheStatus.Handling {
  /// Nothing was kept, and now it is.
  static let made = CacheStatus.Handling.forwarded(
    .uriMiss,
    status: nil,
    isStored: true,
    isCollapsed: false
  )
}
