// SPDX-License-Identifier: Apache-2.0

/// Change of the stored answers by an answer. Numbers are places among the candidates.
package enum StorageChange: Sendable, Equatable {
  /// The candidate has a new head; its body stays.
  case replace(Int, StoredResponse)
  /// The candidate has a new head, and the body that came with the answer stands at this place of
  /// the representation. To be done when that body has come whole.
  case extend(Int, StoredResponse, at: Range<Int>)
  /// Another variant has the body of a candidate.
  case add(bodyOf: Int, StoredResponse)
  case remove(Int)
}
