// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues

/// Prebuilt JSON answers of two kilobytes, chosen by path as a cache would choose them: the path is
/// hashed where it lies, and compared with the one that the slot belongs to.
struct HotAnswers {
  private struct Slot {
    let path: [UInt8]
    let answer: PreparedResponse
  }

  private static let count = 1024
  private var table: [Slot?]
  private let fallback: PreparedResponse

  init() {
    table = Array(repeating: nil, count: HotAnswers.count * 2)
    fallback = HotAnswers.answer("any")
    for number in 0..<HotAnswers.count {
      let path = Array("/hot/\(number)".utf8)
      var index = HotAnswers.hash(path.span) & (table.count - 1)
      while table[index] != nil { index = (index + 1) & (table.count - 1) }
      table[index] = Slot(path: path, answer: HotAnswers.answer("\(number)"))
    }
  }

  subscript(_ path: Span<UInt8>) -> PreparedResponse {
    var index = HotAnswers.hash(path) & (table.count - 1)
    while let slot = table[index] {
      if path.matches(slot.path.span) { return slot.answer }
      index = (index + 1) & (table.count - 1)
    }
    return fallback
  }

  /// FNV-1a.
  private static func hash(_ bytes: Span<UInt8>) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<bytes.count { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash >> 16)
  }

  private static func answer(_ id: String) -> PreparedResponse {
    var body = "{\"id\":\"\(id)\",\"items\":["
    var item = 0
    while body.utf8.count < 1990 {
      if item > 0 { body += "," }
      body += "{\"n\":\(item),\"title\":\"Country Charm Basket\"}"
      item += 1
    }
    body += "],\"pad\":\""
    body += String(repeating: "x", count: max(0, 2048 - body.utf8.count - 2)) + "\"}"
    return PreparedResponse(
      Response(
        .ok,
        fields: [
          "content-type": "application/json", "cache-control": "max-age=60", "etag": "\"\(id)-1\"",
        ]
      ),
      body: Array(body.utf8)
    )
  }
}
