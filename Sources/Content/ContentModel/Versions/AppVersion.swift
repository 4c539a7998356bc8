// SPDX-License-Identifier: Apache-2.0

package struct AppVersion: Hashable, Sendable, Comparable, CustomStringConvertible {
  package let parts: [UInt32]
  package init(_ parts: [UInt32]) { self.parts = parts }
  package init?(_ bytes: Span<UInt8>) {
    var parts: [UInt32] = [0]
    for index in bytes.indices {
      if bytes[index] == 0x2E {
        parts.append(0)
        continue
      }
      guard ASCII.isDigit(bytes[index]) else { return nil }
      parts[parts.count - 1] = parts[parts.count - 1] &* 10 &+ UInt32(bytes[index] & 15)
    }
    while parts.count > 1, parts.last == 0 { parts.removeLast() }
    self.parts = parts
  }
  package static func < (a: AppVersion, b: AppVersion) -> Bool {
    a.parts.lexicographicallyPrecedes(b.parts)
  }
  package var description: String { parts.map { "\($0)" }.joined(separator: ".") }
}
