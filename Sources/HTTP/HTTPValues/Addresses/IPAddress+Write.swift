// SPDX-License-Identifier: Apache-2.0

package import Bytes

extension IPAddress: CustomStringConvertible {
  package var description: String {
    var buffer = ByteBuffer(capacity: 40)
    append(to: &buffer)
    return buffer.span.text
  }

  /// Appends the address as text: dotted decimals, or RFC 5952's one form of an IPv6 address.
  package func append(to buffer: inout ByteBuffer) {
    guard let octets = ipv4 else {
      appendIPv6(to: &buffer)
      return
    }
    let text = DottedDecimal(octets)
    buffer.append(text.span)
  }

  private func appendIPv6(to buffer: inout ByteBuffer) {
    let gap = longestZeroRun
    var index = 0
    while index < 8 {
      if index == gap.lowerBound, !gap.isEmpty {
        buffer.append("::")
        index = gap.upperBound
        continue
      }
      if index > 0, index != gap.upperBound || gap.isEmpty { buffer.append(UInt8(ascii: ":")) }
      buffer.append(hexadecimal: group(index))
      index += 1
    }
  }

  /// The first longest run of two or more zero groups, which `::` stands for.
  private var longestZeroRun: Range<Int> {
    var longest = 0..<0
    var start = 0
    for index in 0..<8 {
      guard group(index) == 0 else {
        start = index + 1
        continue
      }
      let run = start..<(index + 1)
      if run.count > max(longest.count, 1) { longest = run }
    }
    return longest
  }

  private func group(_ index: Int) -> Int { Int(bits >> (16 * (7 - index)) & 0xFFFF) }
}
