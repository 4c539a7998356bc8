// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The word of a rollout in audience tokens, such as `rollout~3b1f0c2a9d8e7f60-6924ab10`.
///
/// It has the edition and the second at which the rollout began, so that a later rollout of the same
/// edition has other URLs: no cache can have anything of an earlier one there. Like the arms of
/// experiments it counts in a sealed token only.
package struct RolloutWord: Sendable, Hashable, CustomStringConvertible {
  package let description: String
  /// The tag of all answers of the rollout's edition.
  package let tag: String
  private let bytes: [UInt8]

  package init(edition: String, began: UnixTime) {
    let name = "\(edition)-\(String(max(0, began.seconds), radix: 16))"
    description = "rollout~\(name)"
    tag = "rollout:\(name)"
    bytes = Array(description.utf8)
  }

  /// Whether an audience token, the first segment of a path, names this rollout.
  package func isPart(of segment: borrowing Span<UInt8>) -> Bool {
    var start = 0
    while start + bytes.count <= segment.count {
      let end = start + bytes.count
      if end == segment.count || segment[end] == UInt8(ascii: "."), isEqual(segment, from: start) {
        return true
      }
      while start < segment.count, segment[start] != UInt8(ascii: ".") { start += 1 }
      start += 1
    }
    return false
  }

  private func isEqual(_ segment: borrowing Span<UInt8>, from start: Int) -> Bool {
    for index in bytes.indices where segment[start + index] != bytes[index] { return false }
    return true
  }
}
