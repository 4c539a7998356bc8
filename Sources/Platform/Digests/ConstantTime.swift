// SPDX-License-Identifier: Apache-2.0

/// Comparing secrets without telling by the time it takes where they differ.
package enum ConstantTime {
  /// Whether both are the same bytes; only their lengths show.
  package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    var difference: UInt8 = 0
    for index in one.indices { difference |= one[index] ^ other[index] }
    return difference == 0
  }
}
