// SPDX-License-Identifier: Apache-2.0

/// A number of bytes: `262144`, `256K`, `512M`, `2G`.
struct ByteCount {
  let bytes: Int

  init?(_ text: String) {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = text.last.flatMap { units[$0] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()), number > 0 else {
      return nil
    }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflow else { return nil }
    self.bytes = bytes
  }
}
