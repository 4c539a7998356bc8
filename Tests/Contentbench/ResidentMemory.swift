// SPDX-License-Identifier: Apache-2.0

import Files

/// What the process holds in memory.
enum ResidentMemory {
  static var mebibytes: Int {
    guard let bytes = try? Files.read("/proc/self/statm") else { return 0 }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return words.count > 1 ? (Int(words[1]) ?? 0) * 4_096 / 1_048_576 : 0
  }
}
