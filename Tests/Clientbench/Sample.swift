// SPDX-License-Identifier: Apache-2.0

/// Objects of 330 bytes, as a service lists them.
enum Sample {
  struct Thing: Decodable {
    let uuid: String
    let _version: Int
    let _created: String
    let title: String
    let text: String
    let price: Double
    let currency: String
    let stock: Int
    let isNew: Bool
    let tags: [String]
    let link: String
  }

  static func id(_ number: Int) -> String { "thing-\(10_000_000 + number)" }

  private static func thing(_ number: Int) -> String {
    let id = id(number)
    let start =
      #"{"uuid":"\#(id)","_version":\#(1 + number % 9),"_created":"2026-11-28T12:00:00Z","#
      + #""title":"A bunch of roses, number \#(10_000_000 + number)","price":\#(number % 100).5,"#
      + #""currency":"EUR","stock":\#(number % 1_000),"isNew":\#(number % 2 == 0),"#
      + #""tags":["roses","red"],"link":"/v1/things/\#(id)","text":""#
    return start + String(repeating: "x", count: max(0, 327 - start.utf8.count)) + #""}"#
  }

  /// An array of things, written while it is read.
  struct Body {
    private let end: Int
    private let first: Int
    private var number: Int
    private var left = ContiguousArray("[".utf8)

    init(_ count: Int, from first: Int = 0) {
      (self.first, number, end) = (first, first, first + count)
    }

    /// The next bytes, at most `size`; `nil` at the end.
    mutating func next(_ size: Int) -> ArraySlice<UInt8>? {
      while left.count < size, number < end {
        if number > first { left.append(UInt8(ascii: ",")) }
        left.append(contentsOf: Sample.thing(number).utf8)
        number += 1
        if number == end { left.append(UInt8(ascii: "]")) }
      }
      guard !left.isEmpty else { return nil }
      let piece = Array(left.prefix(size))
      left.removeFirst(piece.count)
      return piece[...]
    }

    var all: [UInt8] {
      var (body, all) = (self, [UInt8]())
      while let piece = body.next(1 << 20) { all += piece }
      return all
    }
  }
}
