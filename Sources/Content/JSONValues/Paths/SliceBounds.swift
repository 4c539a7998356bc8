// SPDX-License-Identifier: Apache-2.0

/// `start:end:step` (RFC 9535 section 2.3.4).
struct SliceBounds: Sendable, Equatable {
  var start: Int?
  var end: Int?
  var step = 1

  /// The indices in an array of `count` elements, in their order.
  func indices(in count: Int) -> StrideTo<Int> {
    func place(_ index: Int) -> Int { index < 0 ? count + index : index }
    guard step != 0 else { return stride(from: 0, to: 0, by: 1) }
    if step > 0 {
      let lower = min(max(place(start ?? 0), 0), count)
      let upper = min(max(place(end ?? count), 0), count)
      return stride(from: lower, to: upper, by: step)
    }
    let upper = min(max(place(start ?? count - 1), -1), count - 1)
    let lower = end.map { min(max(place($0), -1), count - 1) } ?? -1
    return stride(from: upper, to: lower, by: step)
  }
}
