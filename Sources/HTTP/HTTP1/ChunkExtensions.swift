// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// `name [= value] *(";" name [= value])`, without the blanks that RFC 9112 section 7.1.1 tolerates.
/// Extensions are not used, but bytes that are none must not pass for one.
enum ChunkExtensions {
  static func areValid(_ bytes: Span<UInt8>) -> Bool {
    var position = 0
    while true {
      let name = tokenEnd(bytes, position)
      guard name > position else { return false }
      position = name
      if position < bytes.count, bytes[position] == UInt8(ascii: "=") {
        guard let end = valueEnd(bytes, position + 1) else { return false }
        position = end
      }
      if position == bytes.count { return true }
      guard bytes[position] == UInt8(ascii: ";") else { return false }
      position += 1
    }
  }

  private static func tokenEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position].isTokenCharacter { position += 1 }
    return position
  }

  private static func valueEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else {
      let end = tokenEnd(bytes, start)
      return end > start ? end : nil
    }
    var position = start + 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""): return position + 1
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    return nil
  }
}
