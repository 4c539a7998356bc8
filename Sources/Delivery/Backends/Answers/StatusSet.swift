// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// A set of status codes.
package struct StatusSet: Sendable, Hashable, CustomStringConvertible {
  private let ranges: [ClosedRange<UInt16>]

  /// Makes the set of these ranges.
  package init(_ ranges: ClosedRange<UInt16>...) { self.ranges = ranges }

  /// Makes the set of these codes.
  package init(codes: [UInt16]) { ranges = codes.map { $0...$0 } }

  /// 200 to 299.
  package static let success = StatusSet(200...299)

  /// Whether the set contains the status.
  package func contains(_ status: Status) -> Bool {
    for range in ranges where range.contains(status.code) { return true }
    return false
  }

  /// The codes as a person writes them: `200-299, 404`.
  package var description: String {
    ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
      .joined(separator: ", ")
  }
}
