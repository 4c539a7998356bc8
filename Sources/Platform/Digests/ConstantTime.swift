// SPDX-License-Identifier: Apache-2.0

/// Comparison of secrets in constant time.
package enum ConstantTime {
  /// Returns whether both hold the same bytes. The duration depends on their lengths only.
  package static func areEqual(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    guard one.count == other.count else { return false }
    var difference: UInt8 = 0
    for index in one.indices { difference |= one[index] ^ other[index] }
    return difference == 0
  }
}
