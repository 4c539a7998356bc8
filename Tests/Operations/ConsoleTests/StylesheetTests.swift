// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Console

@Suite struct `The colours of the console` {
  /// The colours of a theme by their names: the light one, with those of the dark one over it.
  private func colours(dark isDark: Bool) throws -> [String: (Double, Double, Double)] {
    let parts = Stylesheet.colours.split(separator: "@media")
    var colours: [String: (Double, Double, Double)] = [:]
    for part in parts.prefix(isDark ? 2 : 1) {
      for found in part.matches(of: /--([a-z]+): #([0-9a-f]{6})/) {
        let bits = try #require(Int(found.2, radix: 16))
        colours[String(found.1)] = (
          Double(bits >> 16), Double(bits >> 8 & 0xFF), Double(bits & 0xFF)
        )
      }
    }
    return colours
  }

  /// The relative luminance of WCAG 2.
  private func luminance(_ colour: (Double, Double, Double)) -> Double {
    func linear(_ value: Double) -> Double {
      let share = value / 255
      guard share > 0.04045 else { return share / 12.92 }
      // ((share + 0.055) / 1.055) to the power of 2.4, as 2 and two fifths.
      let base = (share + 0.055) / 1.055
      var root = base
      for _ in 0..<60 {
        root -= (root * root * root * root * root - base) / (5 * root * root * root * root)
      }
      return base * base * root * root
    }
    return 0.2126 * linear(colour.0) + 0.7152 * linear(colour.1) + 0.0722 * linear(colour.2)
  }

  private func contrast(
    _ one: (Double, Double, Double),
    _ other: (Double, Double, Double)
  ) -> Double {
    let (first, second) = (luminance(one), luminance(other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  @Test(arguments: [false, true])
  func `The console's text colours have a contrast of 4.5 on every background`(isDark: Bool) throws
  {
    let colours = try colours(dark: isDark)
    let grounds = ["paper", "raised", "warnground", "badground", "sunk"]
    for text in ["ink", "quiet", "link", "warn", "bad", "good"] {
      for ground in grounds {
        let contrast = contrast(try #require(colours[text]), try #require(colours[ground]))
        #expect(contrast >= 4.5, "\(text) on \(ground), dark: \(isDark): \(contrast)")
      }
    }
  }

  @Test(arguments: [false, true])
  func `The console's line colours have a contrast of 3 on their background`(isDark: Bool) throws {
    let colours = try colours(dark: isDark)
    for line in ["now", "past", "older", "event"] {
      let contrast = contrast(try #require(colours[line]), try #require(colours["raised"]))
      #expect(contrast >= 3, "\(line), dark: \(isDark): \(contrast)")
    }
  }

  @Test func `The console's stylesheet loads nothing from elsewhere`() {
    let sheet = String(decoding: StaticText.style.bytes, as: UTF8.self)
    #expect(!sheet.contains("url(") && !sheet.contains("@import"))
  }
}
