// SPDX-License-Identifier: Apache-2.0

// Lifetimes of layers add up: ten minutes in a CDN and ten in an app make twenty. Therefore an
// answer expires at one instant for everybody: time is divided into windows of the ttl, and an
// answer expires with its window. The windows of documents are offset from each other, so that not
// all are fetched at once.

extension Freshness {
  /// The freshness of a public document: the window that contains an instant.
  ///
  /// - Parameters:
  ///   - ttl: the length of windows in seconds, at least 1.
  ///   - name: offsets the windows, equally for equal names.
  ///   - boundary: the next known change, which ends the window.
  ///   - lastBoundary: the last change before `now`.
  package init(
    at now: UnixTime,
    ttl: Int,
    name: String,
    boundary: UnixTime?,
    lastBoundary: UnixTime? = nil
  ) {
    let length = Int64(max(1, ttl))
    let shift = Freshness.shift(name, length)
    let (shifted, _) = now.seconds.subtractingReportingOverflow(shift)
    var rest = shifted % length
    if rest < 0 { rest += length }
    let (end, isTooLate) = now.seconds.addingReportingOverflow(length - rest)
    let windowEnd = UnixTime(seconds: isTooLate ? .max : end)
    let (begin, isTooEarly) = now.seconds.subtractingReportingOverflow(rest)
    let windowBegin = isTooEarly ? UnixTime.distantPast : UnixTime(seconds: begin)
    self.init(
      since: lastBoundary.map { max($0, windowBegin) } ?? windowBegin,
      expire: boundary.map { min($0, windowEnd) } ?? windowEnd,
      change: boundary ?? .distantFuture
    )
  }

  private static func shift(_ name: String, _ length: Int64) -> Int64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    let bytes = name.utf8Span.span
    for index in bytes.indices { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    return Int64(hash >> 8) % length
  }
}
