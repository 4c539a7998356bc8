// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Options in the Connection fields of a message that the codec must know (RFC 9110 section 7.6.1).
struct ConnectionOptions {
  private(set) var closes = false
  private(set) var keepsAlive = false
  private(set) var upgrades = false

  /// Adds the options of one field.
  mutating func read(_ value: Span<UInt8>) {
    // Nearly all fields have one option.
    guard var comma = value.firstIndex(of: UInt8(ascii: ",")) else { return add(value) }
    var start = 0
    while true {
      add(value.extracting(start..<comma).trimmed)
      start = comma + 1
      guard start <= value.count else { return }
      comma = value.firstIndex(of: UInt8(ascii: ","), from: start) ?? value.count
    }
  }

  private mutating func add(_ option: Span<UInt8>) {
    switch option.count {
    case 5 where option.matches(lowercase: "close"): closes = true
    case 7 where option.matches(lowercase: "upgrade"): upgrades = true
    case 10 where option.matches(lowercase: "keep-alive"): keepsAlive = true
    default: break
    }
  }
}
