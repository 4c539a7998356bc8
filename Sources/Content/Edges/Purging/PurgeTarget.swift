// SPDX-License-Identifier: Apache-2.0

/// What is let go.
package enum PurgeTarget: Sendable, Hashable {
  /// Whatever has one of these tags, as answers have them inside.
  case tags([String])
  /// These URLs, from their slash on and with their query; and whatever has one of these tags where
  /// the edge knows tags, since that is made of what the URLs answer with.
  case paths([String], tags: [String] = [])
  /// Every URL whose path begins so.
  case prefix(String)
  case everything
}

extension PurgeTarget {
  /// A path as URLs have it: what may not stand in one is written with percent signs, so that it can
  /// stand in any request.
  package static func path(_ text: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var path: [UInt8] = text.hasPrefix("/") ? [] : [UInt8(ascii: "/")]
    for byte in text.utf8 {
      if byte > 0x20, byte < 0x7F, !"\"<>\\^`{|}".utf8.contains(byte) {
        path.append(byte)
      } else {
        path += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0xF)]]
      }
    }
    return String(decoding: path, as: UTF8.self)
  }
}
