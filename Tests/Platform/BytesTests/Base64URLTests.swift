// SPDX-License-Identifier: Apache-2.0

import Bytes
import Testing

@Suite struct `Base64url` {
  @Test(
    arguments: [
      ([], ""), ([0xFB], "-w"), ([0xFF, 0xEF], "_-8"), ([0x66, 0x6F, 0x6F], "Zm9v"),
      ([0x66, 0x6F, 0x6F, 0x62], "Zm9vYg"),
    ] as [([UInt8], String)]
  )
  func `Base64url encodes and decodes known examples without padding`(bytes: [UInt8], text: String)
  {
    #expect(Base64URL.text(bytes.span) == text)
    #expect(Base64URL.bytes(text) == bytes)
  }

  @Test(arguments: ["A", "Zm9vY", "-x", "Zg==", "Z g", "Zm+v", "Zm/v", "é"])
  func `Base64url text with padding, blanks, other alphabets or excess bits is not decoded`(
    text: String
  ) { #expect(Base64URL.bytes(text) == nil) }
}
