// SPDX-License-Identifier: Apache-2.0

import HTTPValues

// RFC 9111 section 3.4. Parts are put together when one strong validator says that they are of the
// same bytes, and they touch or overlap, since one stretch of bytes is what is kept.

/// A part that came, and what is kept of the same representation.
struct Combination {
  /// The bytes that came.
  let received: Range<Int>
  /// Content that is stored with them.
  let content: StoredContent

  /// `nil` when the answer is no single part, or not one of the same bytes.
  init?(_ answered: AnsweredRequest, with stored: StoredResponse) {
    let fields = answered.response.fields
    guard answered.response.status == .partialContent,
      let index = fields.view.onlyIndex(of: .contentRange),
      let contentRange = ContentRange(fields.view.value(at: index)),
      let received = contentRange.range, let kept = StrongValidator(stored.validators),
      kept == StrongValidator(Validators(fields.view, now: answered.responseTime)),
      let content = stored.content.joined(with: received, of: contentRange.length)
    else { return nil }
    self.received = received
    self.content = content
  }
}

extension StoredContent {
  /// Both stretches as one; `nil` when there is a gap between them, or they are of representations
  /// of different lengths.
  fileprivate func joined(with range: Range<Int>, of otherLength: Int?) -> StoredContent? {
    if let length, let otherLength, length != otherLength { return nil }
    switch self {
    case .whole(let length):
      guard range.upperBound <= length ?? 0 else { return nil }
      return self
    case .part(let kept, let length):
      guard kept.lowerBound <= range.upperBound, range.lowerBound <= kept.upperBound else {
        return nil
      }
      let both =
        min(
          kept.lowerBound,
          range.lowerBound
        )..<max(
          kept.upperBound,
          range.upperBound
        )
      let total = length ?? otherLength
      guard both.upperBound <= total ?? .max else { return nil }
      return both.lowerBound == 0 && both.upperBound == total
        ? .whole(length: both.count) : .part(both, of: total)
    }
  }
}
