// SPDX-License-Identifier: Apache-2.0

import Digests
import Testing

@Suite struct `Hashes of bodies` {
  @Test(arguments: [
    ("", UInt64(0x99aa_06d3_0147_98d8), UInt64(0x6001_c324_468d_497f)),
    ("a", 0xa96f_af70_5af1_6834, 0xe6c6_32b6_1e96_4e1f),
    ("abc", 0x06b0_5ab6_733a_6185, 0x78af_5f94_892f_3950),
  ])
  func `A hash is that of the published algorithm`(text: String, high: UInt64, low: UInt64) {
    let hash = BodyHash(of: text.utf8Span.span)
    #expect(hash.high == high)
    #expect(hash.low == low)
  }

  @Test func `Bodies that differ in any byte have other hashes`() {
    let body = [UInt8](repeating: 7, count: 1_000)
    var hashes: Set<BodyHash> = [BodyHash(of: body.span)]
    for index in body.indices {
      var other = body
      other[index] ^= 1
      hashes.insert(BodyHash(of: other.span))
    }
    #expect(hashes.count == 1_001)
  }
}
