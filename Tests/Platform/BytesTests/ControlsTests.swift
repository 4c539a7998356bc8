// SPDX-License-Identifier: Apache-2.0

import Bytes
import Testing

@Suite struct `Control characters in text` {
  @Test(arguments: UInt8.min...UInt8.max)
  func `A control character is found at every position in texts of 1 to 20 bytes, tabs excepted`(
    byte: UInt8
  ) {
    let isControl = byte < 0x20 && byte != 0x09 || byte == 0x7F
    for length in 1...20 {
      for position in 0..<length {
        for filler: UInt8 in [0x20, 0x61, 0x7E, 0x80, 0xFF] {
          var text = [UInt8](repeating: filler, count: length)
          text[position] = byte
          let found = text.span.firstControl(from: 0)
          #expect(found == (isControl ? position : nil), "\(byte) at \(position) of \(length)")
        }
      }
    }
  }

  @Test func `An empty text has no control characters`() {
    let found = Span<UInt8>().firstControl(from: 0)
    #expect(found == nil)
  }
}
