// SPDX-License-Identifier: Apache-2.0

/// CRC32C (RFC 3720 appendix B.4), by half bytes: headers are short and seldom.
enum ProxyChecksum {
  private static let table: [16 of UInt32] = [
    0x0000_0000, 0x105E_C76F, 0x20BD_8EDE, 0x30E3_49B1, 0x417B_1DBC, 0x5125_DAD3, 0x61C6_9362,
    0x7198_540D, 0x82F6_3B78, 0x92A8_FC17, 0xA24B_B5A6, 0xB215_72C9, 0xC38D_26C4, 0xD3D3_E1AB,
    0xE330_A81A, 0xF36E_6F75,
  ]

  static func adding(_ byte: UInt8, to checksum: UInt32) -> UInt32 {
    var sum = checksum ^ UInt32(byte)
    sum = table[Int(sum & 15)] ^ sum >> 4
    return table[Int(sum & 15)] ^ sum >> 4
  }
}

extension Span<UInt8> {
  /// The checksum of the bytes, as if those of `hole` were zero.
  func checksum(without hole: Range<Int>) -> UInt32 {
    var sum = UInt32.max
    for index in 0..<count {
      sum = ProxyChecksum.adding(hole.contains(index) ? 0 : self[index], to: sum)
    }
    return ~sum
  }
}
