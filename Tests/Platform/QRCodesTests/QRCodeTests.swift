// SPDX-License-Identifier: Apache-2.0

import QRCodes
import Testing

@Suite struct `A QR code` {
  private let link = "https://shop.example/und.draft~c0ffee123456.~abcdefghabcdefgh/config"

  @Test func `A QR code of a link has its three finder patterns`() throws {
    let code = try #require(QRCode(link))
    #expect(code.width >= 21 && (code.width - 17).isMultiple(of: 4))
    for (left, top) in [(0, 0), (code.width - 7, 0), (0, code.width - 7)] {
      for row in 0..<7 {
        for column in 0..<7 {
          let ring = max(abs(column - 3), abs(row - 3))
          #expect(code.isDark(left + column, top + row) == (ring != 2))
        }
      }
    }
  }

  @Test func `A QR code as a picture has all dark modules and no others`() throws {
    let code = try #require(QRCode(link))
    var dark = 0
    for row in 0..<code.width {
      for column in 0..<code.width where code.isDark(column, row) { dark += 1 }
    }
    let drawn = code.svg.matches(of: /h(\d+)v1/).compactMap { Int($0.output.1) }.reduce(0, +)
    #expect(drawn == dark)
    #expect(code.svg.hasPrefix("<svg xmlns="))
  }

  @Test func `A QR code in block characters has light rows around it and two rows in a line`()
    throws
  {
    let code = try #require(QRCode(link))
    let lines = code.blocks.split(separator: "\n")
    #expect(lines.count == (code.width + 5) / 2)
    #expect(lines.allSatisfy { $0.count == code.width + 4 })
    #expect(lines.first?.allSatisfy { $0 == "█" } == true)
  }

  @Test(arguments: ["", "a\0b", String(repeating: "a", count: 3_000)])
  func `A text that no QR code can have has none`(text: String) { #expect(QRCode(text) == nil) }
}
