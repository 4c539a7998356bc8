// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

// A purge ends what the fields of an answer promise, in every field that any cache on the way obeys. nginx
// does not count Age, so that max-age is 0 where the answer is older.

extension Response {
  /// Limits the freshness of an answer that was asked for before a purge to one second, and lets nobody use it
  /// stale.
  package mutating func overtake(at now: Int64) {
    let freshness = StoredFreshness(
      status: status,
      fields: fields.view,
      control: EffectiveControl(fields.view),
      requestTime: now,
      responseTime: now
    )
    let left = max(0, min(1, freshness.timeLeft(at: now)))
    fields.limitFreshness(to: (fields.view.age ?? 0) + left, endedAfter: nil)
  }
}

extension Fields {
  /// Limits the freshness of an answer in every cache on the way.
  ///
  /// - Parameter lifetime: the age at which the answer became stale, from which it may be used as the fields
  ///   allow of stale answers; `nil` forbids that.
  mutating func limitFreshness(to seconds: Int, endedAfter lifetime: Int?) {
    var control = CacheControl(view)
    control.maxAge = min(control.maxAge ?? seconds, seconds)
    control.sharedMaxAge = nil
    control.immutable = false
    if let lifetime {
      control.staleWhileRevalidate = control.staleWhileRevalidate.map { $0 + lifetime }
      control.staleIfError = control.staleIfError.map { $0 + lifetime }
    } else {
      control.staleWhileRevalidate = nil
      control.staleIfError = nil
    }
    removeAll { fields, index in
      guard let name = FieldName(fields.name(at: index)) else { return false }
      return name == "expires" || name == "x-accel-expires" || fields.isPromise(name)
    }
    set("cache-control", control.description)
  }
}

extension FieldsView {
  /// Whether a field such as CDN-Cache-Control lets some cache keep an answer (RFC 9213).
  fileprivate func isPromise(_ name: FieldName) -> Bool {
    let text = name.description
    guard text.hasSuffix("-cache-control") || text == "surrogate-control" else { return false }
    guard let control = CacheControl(targeted: name, in: self) else { return true }
    return !control.noStore && control.isPrivate == .nothing
  }
}
