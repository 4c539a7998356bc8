// SPDX-License-Identifier: Apache-2.0

extension FixedWidthInteger {
  /// The sum, or the number nearest to it.
  @inlinable
  func addingSaturating(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other < 0 ? .min : .max
  }
}
