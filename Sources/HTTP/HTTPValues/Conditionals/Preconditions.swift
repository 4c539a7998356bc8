// SPDX-License-Identifier: Apache-2.0

import Bytes

// RFC 9110 section 13. The steps of 13.2.2 in their order: If-Match, or If-Unmodified-Since when it
// is absent; then If-None-Match, or If-Modified-Since when it is absent and the method is GET or
// HEAD; then Range with If-Range, which `honoursRange` decides.
//
// The caller asks only when the answer would otherwise be 2xx (13.2.1), and gives what it knows of
// the selected representation. A date field that is no date, or that is there twice, is ignored; so
// is one when there is no modification date to compare it with. An If-None-Match of which no member
// is a tag still keeps If-Modified-Since from being asked.

/// Validators of the selected representation of a resource.
package struct Validators: Sendable, Equatable {
  package var entityTag: EntityTag?
  /// Unix seconds of Last-Modified.
  package var lastModified: Int64?
  /// Unix seconds of the Date that the representation was received or made with.
  package var date: Int64?
  /// Whether there is a representation at all.
  package var exists: Bool

  package init(
    entityTag: EntityTag? = nil,
    lastModified: Int64? = nil,
    date: Int64? = nil,
    exists: Bool = true
  ) {
    self.entityTag = entityTag
    self.lastModified = lastModified
    self.date = date
    self.exists = exists
  }
}

/// Result of evaluating the conditional fields of a request.
package enum Preconditions: Sendable, Equatable {
  /// Perform the method.
  case proceed
  /// Answer 304: the client has the representation.
  case notModified
  /// Answer 412.
  case preconditionFailed

  package static func evaluate(
    method: Method,
    fields: borrowing FieldsView,
    validators: borrowing Validators,
    now: Int64
  ) -> Preconditions {
    switch EntityTagCondition(.ifMatch, in: fields, against: validators.entityTag, .strong) {
    case .absent:
      if let limit = date(.ifUnmodifiedSince, in: fields, now: now),
        let lastModified = validators.lastModified, lastModified > limit
      {
        return .preconditionFailed
      }
    case .any: if !validators.exists { return .preconditionFailed }
    case .matched: break
    case .unmatched: return .preconditionFailed
    }

    let isReading = method == .get || method == .head
    switch EntityTagCondition(.ifNoneMatch, in: fields, against: validators.entityTag, .weak) {
    case .absent:
      if isReading, let limit = date(.ifModifiedSince, in: fields, now: now),
        let lastModified = validators.lastModified, lastModified <= limit
      {
        return .notModified
      }
    case .any: if validators.exists { return isReading ? .notModified : .preconditionFailed }
    case .matched: return isReading ? .notModified : .preconditionFailed
    case .unmatched: break
    }
    return .proceed
  }

  /// Whether a Range field of the request is to be looked at: the method is GET, and If-Range, when
  /// there is one, names exactly the representation that we have (section 13.1.5).
  package static func honoursRange(
    method: Method,
    fields: borrowing FieldsView,
    validators: borrowing Validators,
    now: Int64
  ) -> Bool {
    guard method == .get, fields.contains(.range) else { return false }
    guard fields.contains(.ifRange) else { return true }
    guard let index = fields.onlyIndex(of: .ifRange) else { return false }
    let value = fields.value(at: index)
    if let tag = EntityTag(value) {
      return validators.entityTag?.matchesStrongly(tag) ?? false
    }
    // A date is a strong validator only when the representation was a second old when it was
    // fetched: it may otherwise have changed twice within that second (section 8.8.2.2).
    guard let wanted = HTTPDate(value, now: now)?.seconds,
      let lastModified = validators.lastModified, let date = validators.date
    else { return false }
    return wanted == lastModified && lastModified < date
  }

  private static func date(
    _ name: KnownField,
    in fields: borrowing FieldsView,
    now: Int64
  ) -> Int64? {
    guard let index = fields.onlyIndex(of: name) else { return nil }
    return HTTPDate(fields.value(at: index), now: now)?.seconds
  }
}
