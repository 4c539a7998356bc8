// SPDX-License-Identifier: Apache-2.0

import ContentModel
import HTTPValues
import Plans

// The restrictive fold: what a service says of its answer holds within the bounds that the plan
// declares. What it says is for one visitor alone is never kept.

/// How long an answer of a service is good for, by its own words and the plan's.
struct FragmentLifetime: Equatable {
  let seconds: Int
  /// Whether it may be kept for others at all.
  let isShared: Bool

  init(_ freshness: FragmentFreshness, _ fields: borrowing FieldsView, now: UnixTime) {
    let control = CacheControl(fields)
    isShared = !control.noStore && control.isPrivate == .nothing
    guard isShared, !fields.contains(.setCookie) else {
      seconds = 0
      return
    }
    let said = FragmentLifetime.said(control, fields, now)
    let bounded = min(max(said ?? freshness.standard, freshness.minimum), freshness.maximum)
    seconds = control.noCache == .nothing ? bounded : freshness.minimum
  }

  /// How long the service says that the answer is still fresh; `nil` if it does not say.
  private static func said(
    _ control: CacheControl,
    _ fields: borrowing FieldsView,
    _ now: UnixTime
  ) -> Int? {
    let age = fields.text(.age).flatMap { Int($0) } ?? 0
    if let maximum = control.sharedMaxAge ?? control.maxAge { return max(0, maximum - max(0, age)) }
    guard let text = fields.text(.expires) else { return nil }
    // An instant that nobody can read is in the past (RFC 9111 section 5.3).
    guard let expires = HTTPDate(text.utf8Span.span, now: now.seconds) else { return 0 }
    return Int(clamping: max(0, expires.seconds - now.seconds))
  }
}
