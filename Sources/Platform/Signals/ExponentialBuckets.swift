// SPDX-License-Identifier: Apache-2.0
//
// Base-2 exponential buckets of schema 3, as Prometheus' native histograms and OpenTelemetry's
// exponential histograms have them: base = 2^(1/8), and bucket i holds base^(i-1) < v <= base^i.
// OpenTelemetry numbers the same buckets one lower. A value is at most 4.4 % away from the
// geometric middle of its bucket.
//
// A bucket is found without a logarithm: the exponent of the Double gives the doubling, and the
// mantissa is compared with the seven irrational borders inside one. Each border constant is the
// largest Double below the true border, so the comparison is exact for every Double.

/// The bucket borders of all histograms.
enum ExponentialBuckets {
  /// The number of buckets of a histogram, enough for 1 to 2^63 in either unit.
  static let count = 505

  /// Returns the index of the first bucket: that of 1 ns in seconds, of 1 otherwise.
  static func first(of unit: SignalUnit) -> Int { unit == .seconds ? -239 : 0 }

  /// Returns the index of the bucket of `value`, which is finite and above zero.
  @inline(__always)
  static func index(of value: Double) -> Int {
    let mantissa = value.significandBitPattern
    var step = mantissa > 0 ? 1 : 0
    step &+= mantissa > 0x1_72B8_3C7D_517A ? 1 : 0
    step &+= mantissa > 0x3_06FE_0A31_B715 ? 1 : 0
    step &+= mantissa > 0x4_BFDA_D536_2A27 ? 1 : 0
    step &+= mantissa > 0x6_A09E_667F_3BCC ? 1 : 0
    step &+= mantissa > 0x8_ACE5_422A_A0DB ? 1 : 0
    step &+= mantissa > 0xA_E89F_995A_D3AD ? 1 : 0
    step &+= mantissa > 0xD_5818_DCFB_A487 ? 1 : 0
    let doubling = Int(truncatingIfNeeded: value.exponentBitPattern) &- 1023
    return doubling &* 8 &+ step
  }

  /// Returns the upper border of a bucket.
  static func upperBorder(_ index: Int) -> Double {
    let mantissas: [UInt64] = [
      0, 0x1_72B8_3C7D_517A, 0x3_06FE_0A31_B715, 0x4_BFDA_D536_2A27, 0x6_A09E_667F_3BCC,
      0x8_ACE5_422A_A0DB, 0xA_E89F_995A_D3AD, 0xD_5818_DCFB_A487,
    ]
    return Double(
      sign: .plus,
      exponentBitPattern: UInt(1023 + (index >> 3)),
      significandBitPattern: mantissas[index & 7]
    )
  }
}
