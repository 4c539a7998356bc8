// SPDX-License-Identifier: Apache-2.0

import Bytes
import Testing

/// What CPython 3.11, whose hash of bytes is SipHash-1-3, gives for the bytes 0, 1, 2, ...
private enum Vectors {
  /// `PYTHONHASHSEED=0`.
  static let plain: [(count: Int, hash: UInt64)] = [
    (1, 0x68a9_1412_8e01_e473), (7, 0x2f09_8ab0_c751_325a), (8, 0xead4_11e6_7ebe_2eea),
    (9, 0x7592_7f9d_9512_4362), (15, 0xf30e_b725_bb91_c9ea), (16, 0x8972_1884_33a5_c5b7),
    (63, 0x385d_3e39_e5f3_7359), (100, 0x1c6a_66e1_506e_7908),
  ]
  /// `PYTHONHASHSEED=7`, which makes the key below.
  static let keyed: [(count: Int, hash: UInt64)] = [
    (1, 0x7e25_5bf0_210f_9775), (7, 0x987c_fd95_990d_d34b), (8, 0x8450_991e_34fe_08de),
    (9, 0xa0a0_a12b_d6c4_4f35), (15, 0x1517_e7dc_54a4_3f5b), (16, 0x642b_ba6a_6c24_ebf5),
    (63, 0xb1ea_a057_9bb2_1aa3), (100, 0x3b5b_8bb5_33e1_25e3),
  ]
  static let key = HashSeed(0x12c8_74a1_806f_0e3d, 0x470a_89d2_f9d2_784f)
}

@Suite struct `The seeded hash` {
  @Test(arguments: Vectors.plain)
  func `The seeded hash is SipHash-1-3`(vector: (count: Int, hash: UInt64)) {
    let bytes = (0..<vector.count).map { UInt8($0) }
    #expect(HashSeed(0, 0).hash(bytes.span) == vector.hash)
  }

  @Test(arguments: Vectors.keyed)
  func `The seeded hash with another key gives the hashes of that key`(
    vector: (count: Int, hash: UInt64)
  ) {
    let bytes = (0..<vector.count).map { UInt8($0) }
    #expect(Vectors.key.hash(bytes.span) == vector.hash)
  }

  @Test func `The seeded hash of no bytes differs from that of one zero byte`() {
    let empty: [UInt8] = []
    let zero: [UInt8] = [0]
    #expect(HashSeed(1, 2).hash(empty.span) != HashSeed(1, 2).hash(zero.span))
  }

  @Test func `Two random hash seeds differ`() {
    #expect(HashSeed.random() != HashSeed.random())
  }
}
