// SPDX-License-Identifier: Apache-2.0

/// Part of its representation that a stored answer has.
package enum StoredContent: Sendable, Equatable {
  /// All of it; `nil` while the length is not known.
  case whole(length: Int?)
  /// These bytes, of so many when that is known.
  case part(Range<Int>, of: Int?)

  package var isWhole: Bool {
    switch self {
    case .whole: true
    case .part: false
    }
  }

  /// Length of the whole representation, when that is known.
  package var length: Int? {
    switch self {
    case .whole(let length): length
    case .part(_, let length): length
    }
  }

  /// Number of stored bytes, when that is known.
  package var count: Int? {
    switch self {
    case .whole(let length): length
    case .part(let range, _): range.count
    }
  }
}
