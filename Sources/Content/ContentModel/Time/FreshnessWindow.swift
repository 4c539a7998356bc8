// SPDX-License-Identifier: Apache-2.0

// Lifetimes of layers add up: ten minutes in a CDN and ten in an app make twenty. So an answer is
// not good for a while but until an instant, which is the same for everybody: time is cut into
// windows of the ttl, and an answer expires with its window. The windows of different documents
// begin at different seconds, so that they are not all fetched at once.

/// Until when an answer is good, and what that follows from.
package struct FreshnessWindow: Sendable, Hashable {
  /// The one instant from which every header is derived.
  package let expire: UnixTime

  /// The window of an instant.
  ///
  /// - Parameters:
  ///   - ttl: the length of windows in seconds, at least 1.
  ///   - name: shifts the windows, the same for equal names.
  ///   - boundary: the next change that is known, beyond which nothing is good.
  package init(at now: UnixTime, ttl: Int, name: String, boundary: UnixTime?) {
    let length = Int64(max(1, ttl))
    let shift = FreshnessWindow.shift(name, length)
    let (since, _) = now.seconds.subtractingReportingOverflow(shift)
    var rest = since % length
    if rest < 0 { rest += length }
    let (end, isTooLate) = now.seconds.addingReportingOverflow(length - rest)
    let windowEnd = UnixTime(seconds: isTooLate ? .max : end)
    expire = boundary.map { min($0, windowEnd) } ?? windowEnd
  }

  /// Whole seconds that are left.
  package func remaining(at now: UnixTime) -> Int64 { max(0, expire.seconds &- now.seconds) }

  private static func shift(_ name: String, _ length: Int64) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int64(hash >> 8) % length
  }
}
