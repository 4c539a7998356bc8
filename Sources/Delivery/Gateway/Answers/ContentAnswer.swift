// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import HTTPCaching
import HTTPServer
import HTTPValues
import Signals

/// An answer in the forms in which a loop sends it; it belongs to that loop.
final class ContentAnswer {
  /// The gateway's name in Cache-Status.
  private static let cacheName = "portico"

  /// The two forms for one kind of edge, with the age of the present second in them.
  private struct Forms {
    let profile: EdgeProfile
    var whole: PreparedResponse?
    var notModified: PreparedResponse?
  }

  let shared: SharedAnswer
  /// The handling that `Cache-Status` reports.
  private let handling: CacheStatus.Handling
  private let detail: String?
  /// Whether a newer answer is being made: caches must not keep this one as fresh.
  let isStale: Bool
  /// Whether it is for one request only, so that its forms need not be kept.
  let isForOne: Bool
  private var second: Int64 = .min
  /// The bytes that are sent in the present second, so that fields and ranges fit together.
  private var form: SharedAnswer.Form
  /// The latest entity tag, with the digest that it is made of.
  private var entityTag: (digest: BodyDigest, tag: EntityTag?)?
  /// Its cache key as one text.
  private(set) lazy var cacheKey = shared.key
  /// One for each edge profile that asks, which are few.
  private var forms: [Forms] = []

  init(
    _ shared: SharedAnswer,
    _ handling: CacheStatus.Handling,
    detail: String? = nil,
    isStale: Bool = false,
    isForOne: Bool = false
  ) {
    self.shared = shared
    form = shared.form
    self.handling = handling
    self.detail = detail
    self.isStale = isStale
    self.isForOne = isForOne
  }

  /// The fields of events about it, encoded; `nil` before its first event, and where it is for one request.
  var eventFields: EncodedFields?

  var expire: UnixTime { shared.expire }

  /// The result of the cache lookup.
  var cacheResult: CacheResult {
    switch handling {
    case .hit: isStale ? (detail == nil ? .stale : .staleError) : .hit
    case .forwarded(_, _, _, let isCollapsed):
      isCollapsed == true ? .collapsed : .miss
    }
  }

  /// The whole answer, in the form that costs least to send.
  func answer(at now: UnixTime, for profile: EdgeProfile) -> ReadyAnswer {
    isForOne ? plain(at: now, for: profile) : .prepared(response(at: now, for: profile))
  }

  /// The whole answer with some more fields, for one request.
  func plain(
    at now: UnixTime,
    for profile: EdgeProfile,
    adding more: Fields = Fields()
  ) -> ReadyAnswer {
    let form = form(at: now)
    var fields = fields(at: now, for: profile)
    fields.append(contentsOf: more)
    return .response(Response(.ok, fields: fields), body: form.body)
  }

  /// The bytes that are sent in a second.
  func form(at now: UnixTime) -> SharedAnswer.Form {
    if now.seconds != second {
      second = now.seconds
      form = shared.form
      forms.removeAll(keepingCapacity: true)
    }
    return form
  }

  /// The entity tag of the bytes that are sent in a second.
  func entityTag(at now: UnixTime) -> EntityTag? {
    let digest = form(at: now).digest
    if let entityTag, entityTag.digest == digest { return entityTag.tag }
    let tag = digest.entityTag
    entityTag = (digest, tag)
    return tag
  }

  /// The answer as it is sent in a second: every field about its lifetime is derived from its one
  /// instant.
  func response(at now: UnixTime, for profile: EdgeProfile) -> PreparedResponse {
    let index = index(of: profile, at: now)
    if let whole = forms[index].whole { return whole }
    let fields = fields(at: now, for: profile)
    let response = PreparedResponse(Response(.ok, fields: fields), body: form.body)
    forms[index].whole = response
    return response
  }

  /// The 304 response.
  func notModified(at now: UnixTime, for profile: EdgeProfile) -> PreparedResponse {
    let index = index(of: profile, at: now)
    if let notModified = forms[index].notModified { return notModified }
    var fields = fields(at: now, for: profile)
    for name: FieldName in [
      "content-type", "content-encoding", "content-language", "last-modified",
    ] {
      fields.remove(name)
    }
    let response = PreparedResponse(Response(.notModified, fields: fields), body: [])
    forms[index].notModified = response
    return response
  }

  private func index(of profile: EdgeProfile, at now: UnixTime) -> Int {
    _ = form(at: now)
    // By index: a loop over the elements would copy each of them.
    for index in forms.indices where forms[index].profile == profile { return index }
    forms.append(Forms(profile: profile))
    return forms.count - 1
  }

  /// All fields as they are sent in a second.
  func fields(at now: UnixTime, for profile: EdgeProfile) -> Fields {
    var fields = shared.fields(at: now)
    form(at: now).write(to: &fields)
    var freshness = shared.freshness(at: now)
    freshness.isStale = freshness.isStale || isStale || profile.isBrief
    profile.write(freshness, to: &fields)
    profile.write(
      shared.otherTags,
      behind: shared.hasPathTag ? shared.path : nil,
      to: &fields
    )
    CacheStatus(
      ContentAnswer.cacheName,
      handling,
      timeLeft: timeLeft(freshness),
      key: cacheKey,
      detail: detail
    ).append(to: &fields)
    return fields
  }
}

extension ContentAnswer {
  /// The seconds of freshness that Cache-Status tells; negative for a stale answer, also one that was purged.
  private func timeLeft(_ freshness: AnswerFreshness) -> Int {
    let left = freshness.whole.secondsLeft(at: freshness.now)
    if left > 0, !freshness.isStale { return Int(clamping: left) }
    let past = Int(clamping: freshness.expire.seconds &- freshness.now.seconds)
    return freshness.isStale ? min(-1, past) : min(0, past)
  }
}

extension CacheStatus.Handling {
  /// A miss whose answer is now stored.
  static let made = CacheStatus.Handling.forwarded(
    .uriMiss,
    status: nil,
    isStored: true,
    isCollapsed: false
  )
}
