// SPDX-License-Identifier: Apache-2.0

import HTTPValues

extension StoredResponse {
  /// Takes note of the body's end; the reason when the answer cannot be kept after all.
  ///
  /// A body that broke off is kept as the part that it is (RFC 9111 section 3.3) if it can be
  /// completed later: by a strong validator the rest is recognised (3.4).
  ///
  /// - Parameter isComplete: Whether the body ended as its framing promised.
  package mutating func received(
    _ count: Int,
    isComplete: Bool,
    rules: CachingRules
  ) -> CachingReason? {
    switch content {
    case .whole(let announced):
      if isComplete, announced == nil || announced == count {
        content = .whole(length: count)
        return nil
      }
      guard rules.keepsParts, status == .ok, count > 0, StrongValidator(validators) != nil,
        count < announced ?? .max
      else { return .incomplete }
      content = .part(0..<count, of: announced)
      fields.remove("content-length")
      return nil
    case .part(let range, let length):
      guard count > 0, count <= range.count else { return .partNotUnderstood }
      content = .part(range.lowerBound..<(range.lowerBound + count), of: length)
      return nil
    }
  }
}
