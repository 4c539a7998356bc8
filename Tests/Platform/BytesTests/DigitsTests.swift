// SPDX-License-Identifier: Apache-2.0

import Bytes
import Testing

@Suite struct `Numbers as text` {
  @Test(
    arguments: [
      0, 1, 9, 10, 15, 16, 0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 1 << 63, .max,
      0x9999_aaaa_9a9a_a9a9,
    ] as [UInt64]
  )
  func `A number has sixteen hexadecimal digits in lower case`(number: UInt64) {
    let short = String(number, radix: 16)
    let digits = number.hexadecimalDigits
    #expect(digits.span.text == String(repeating: "0", count: 16 - short.utf8.count) + short)
  }

  @Test func `Every half byte becomes its digit at every place`() {
    for place in 0..<16 {
      for half in 0..<16 as Range<UInt64> {
        let digits = (half << UInt64(60 - 4 * place)).hexadecimalDigits
        #expect(digits[place] == Array("0123456789abcdef".utf8)[Int(half)], "\(half) at \(place)")
      }
    }
  }

  @Test func `An address is written as four decimals without leading zeros`() {
    for octet in 0...255 as ClosedRange<UInt32> {
      let text = DottedDecimal(octet << 24 | (255 - octet) << 16 | octet << 8 | 7)
      #expect(text.span.text == "\(octet).\(255 - octet).\(octet).7")
    }
  }

  @Test(arguments: [0, 7, -7, 10, 1_234_567_890, .max, .min])
  func `A number is appended in decimal to an array and to a buffer`(number: Int) {
    var bytes = Array("n=".utf8)
    bytes.append(decimal: number)
    var buffer = ByteBuffer()
    buffer.append(decimal: number)
    #expect(String(decoding: bytes, as: UTF8.self) == "n=\(number)")
    #expect(buffer.span.text == "\(number)")
  }
}
