// SPDX-License-Identifier: Apache-2.0

import ContentModel
import HTTPValues
import Plans
import ResourceService

// The freshness that a service declares for its answer holds within the bounds of the plan. A
// private answer stays private whatever the plan declares.

extension Freshness {
  /// Freshness of a service's answer, by its fields and within the bounds of the plan.
  ///
  /// - Parameter seesCredentials: whether the service sees the visitor's credentials: then its
  ///   answer is private unless it says otherwise.
  init(
    of fields: borrowing FieldsView,
    within bounds: CallLifetimes,
    seesCredentials: Bool,
    at now: UnixTime
  ) {
    let control = CacheControl(fields)
    let privacy = Freshness.privacy(control, fields, seesCredentials: seesCredentials)
    let seconds = Freshness.seconds(control, fields, bounds, privacy, now)
    self.init(since: now, expire: UnixTime(seconds: now.seconds + Int64(seconds)), privacy: privacy)
  }

  /// Freshness of an answer of the site's records, within the bounds of the plan.
  ///
  /// - Parameter seesCredentials: whether the records are asked with the visitor's credentials.
  init(
    of reply: ResourceReply,
    within bounds: CallLifetimes,
    seesCredentials: Bool,
    at now: UnixTime
  ) {
    guard let lifetime = reply.lifetime, !reply.fields.contains(FieldName(.setCookie)) else {
      self.init(since: now, expire: now, privacy: .nobody)
      return
    }
    let isForAll = lifetime.isPublic && !lifetime.hasRules
    let privacy: Privacy =
      lifetime.isPrivate || seesCredentials && !isForAll ? .visitor : .shared
    var seconds = privacy.isShared ? Int64(bounds.minimum) : 0
    if let expiry = lifetime.expiry {
      let left = max(0, expiry.seconds - now.seconds)
      seconds = min(max(left, Int64(bounds.minimum)), Int64(bounds.maximum))
    }
    self.init(since: now, expire: UnixTime(seconds: now.seconds + seconds), privacy: privacy)
  }

  private static func seconds(
    _ control: CacheControl,
    _ fields: borrowing FieldsView,
    _ bounds: CallLifetimes,
    _ privacy: Privacy,
    _ now: UnixTime
  ) -> Int {
    let said = said(control, fields, isShared: privacy.isShared, now)
    guard privacy < .nobody, !fields.contains(.setCookie), privacy.isShared || said != nil else {
      return 0
    }
    let bounded = min(max(said ?? bounds.standard, bounds.minimum), bounds.maximum)
    return control.noCache == .nothing ? bounded : bounds.minimum
  }

  private static func privacy(
    _ control: CacheControl,
    _ fields: borrowing FieldsView,
    seesCredentials: Bool
  ) -> Privacy {
    if control.noStore { return .nobody }
    if control.isPrivate != .nothing { return .visitor }
    guard seesCredentials else { return .shared }
    let isMeantForAll =
      (control.isPublic || control.sharedMaxAge != nil)
      && !fields.contains(.setCookie) && !variesByCredentials(fields)
    return isMeantForAll ? .shared : .visitor
  }

  private static func variesByCredentials(_ fields: borrowing FieldsView) -> Bool {
    guard let names = fields.combined(FieldName(.vary)) else { return false }
    return names.lowercased().split { $0 == "," || $0 == " " || $0 == "\t" }.contains {
      ["*", "cookie", "authorization"].contains($0)
    }
  }

  /// Seconds for which the service declares the answer fresh; `nil` if it does not.
  private static func said(
    _ control: CacheControl,
    _ fields: borrowing FieldsView,
    isShared: Bool,
    _ now: UnixTime
  ) -> Int? {
    let age = fields.text(.age).flatMap { Int($0) } ?? 0
    let shared = isShared ? control.sharedMaxAge : nil
    if let maximum = shared ?? control.maxAge { return max(0, maximum - max(0, age)) }
    guard let text = fields.text(.expires) else { return nil }
    // An Expires that cannot be read is in the past (RFC 9111 section 5.3).
    guard let expires = HTTPDate(text.utf8Span.span, now: now.seconds) else { return 0 }
    return Int(clamping: max(0, expires.seconds - now.seconds))
  }
}
