// SPDX-License-Identifier: Apache-2.0

extension FixedWidthInteger {
  /// Returns the sum, or the nearest representable number.
  @inlinable
  package func addingSaturating(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other < 0 ? .min : .max
  }
}
