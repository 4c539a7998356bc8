// SPDX-License-Identifier: Apache-2.0

/// The looks of a row, as its members `fontStyle`, `fontSize`, `fontColor`, `align`, `line` and `height` declare them.
///
/// A member that cannot be read is left out; renderers then use their own looks.
public struct RowStyle: Sendable, Hashable {
  /// A colour of four shares, each from 0 to 1.
  public struct Color: Sendable, Hashable {
    /// The share of red.
    public let red: Double
    /// The share of green.
    public let green: Double
    /// The share of blue.
    public let blue: Double
    /// The opacity.
    public let alpha: Double

    /// Reads `r:g:b:a`, of shares up to 1 or of numbers up to 255; without `a` the colour is opaque.
    public init?(_ text: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      let numbers = parts.compactMap { Double($0) }
      guard numbers.count == parts.count, numbers.count == 3 || numbers.count == 4,
        numbers.allSatisfy({ 0 <= $0 && $0 <= 255 })
      else { return nil }
      let scale = numbers.prefix(3).contains { $0 > 1 } ? 255.0 : 1
      (red, green, blue) = (numbers[0] / scale, numbers[1] / scale, numbers[2] / scale)
      let opacity = numbers.count == 4 ? numbers[3] : 1
      alpha = opacity > 1 ? opacity / 255 : opacity
    }
  }

  /// The side at which a text stands.
  public enum Alignment: String, Sendable {
    case left, center, right
  }

  /// Whether the text is bold.
  public let isBold: Bool
  /// Whether the text is italic.
  public let isItalic: Bool
  /// Whether the text is underlined.
  public let isUnderlined: Bool
  /// The size of the text in points.
  public let size: Double?
  /// The colour of the text.
  public let color: Color?
  /// The side at which the text stands.
  public let alignment: Alignment?
  /// Whether a line is drawn below the row.
  public let hasLine: Bool
  /// The height of the row in points.
  public let height: Double?

  /// Reads the style of a component.
  public init(_ component: Component) {
    let style = component.fontStyle?.string?.lowercased() ?? ""
    isBold = style.contains("bold")
    isItalic = style.contains("italic")
    isUnderlined = style.contains("underline")
    size = component.fontSize?.number.flatMap { $0 > 0 ? $0 : nil }
    color = component.fontColor?.string.flatMap { Color($0) }
    alignment = component.align?.string.flatMap { Alignment(rawValue: $0.lowercased()) }
    hasLine = component.line?.bool ?? component.line?.number.map { $0 > 0 } ?? false
    height = component.height?.number.flatMap { $0 > 0 ? $0 : nil }
  }
}
