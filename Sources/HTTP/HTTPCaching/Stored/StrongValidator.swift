// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// A validator that changes with every byte: what parts must share to be put together (RFC 9110
/// section 8.8.1).
enum StrongValidator: Sendable, Equatable {
  case entityTag(EntityTag)
  case lastModified(Int64)

  /// The strong entity tag, or a modification date that is strong since the answer was made at
  /// least a second later (section 8.8.2.2); a weak tag says that the date is no better.
  init?(_ validators: borrowing Validators) {
    if let tag = validators.entityTag {
      guard !tag.isWeak else { return nil }
      self = .entityTag(tag)
      return
    }
    guard let lastModified = validators.lastModified, let date = validators.date,
      lastModified < date
    else { return nil }
    self = .lastModified(lastModified)
  }

  /// As If-Range has it.
  var text: String {
    switch self {
    case .entityTag(let tag): tag.description
    case .lastModified(let seconds): HTTPDate(seconds: seconds).text
    }
  }
}

extension Validators {
  /// The validators among the fields of an answer; a tag that is none, or there twice, is none.
  init(_ fields: borrowing FieldsView, now: Int64) {
    self.init(
      entityTag: fields.onlyIndex(of: .etag).flatMap { EntityTag(fields.value(at: $0)) },
      lastModified: fields.onlyDate(.lastModified, now: now),
      date: fields.onlyDate(.date, now: now)
    )
  }
}
