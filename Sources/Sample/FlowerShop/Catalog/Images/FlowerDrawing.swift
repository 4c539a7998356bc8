// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A drawing of three flowers in the colours of a product, always the same for one product.
struct FlowerDrawing {
  private typealias Colour = SIMD3<Double>

  private struct Blossom {
    let x: Double
    let y: Double
    let radius: Double
    let petals: Double
    let turn: Double
    let colour: Colour
  }

  private static let size = 240
  private static let paper = (top: Colour(250, 247, 240), bottom: Colour(236, 240, 229))
  private static let stalk = Colour(92, 138, 84)
  private static let heart = Colour(240, 196, 72)
  private static let colours: [Substring: Colour] = [
    "red": Colour(200, 42, 52), "white": Colour(252, 252, 250), "pink": Colour(236, 140, 172),
    "violet": Colour(140, 92, 176), "blue": Colour(88, 124, 204), "yellow": Colour(246, 214, 90),
    "orange": Colour(240, 146, 60), "green": Colour(120, 172, 98), "brown": Colour(146, 104, 72),
  ]

  private let blossoms: [Blossom]

  /// - Parameters:
  ///   - item: the product's number, by which drawings differ.
  ///   - colors: the names of its colours, separated by commas.
  init(of item: String, in colors: String) {
    let known = colors.split(separator: ",").compactMap { FlowerDrawing.colours[$0] }
    let seed = item.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    blossoms = [(62.0, 96.0), (128.0, 66.0), (184.0, 110.0)].enumerated().map { number, place in
      let digit = seed >> (number * 4) & 0xF
      return Blossom(
        x: place.0 + Double(digit) - 8,
        y: place.1 + Double(digit % 7) * 2 - 6,
        radius: 40 + Double(digit % 4) * 3,
        petals: Double(5 + digit % 4),
        turn: Double(digit),
        colour: known.isEmpty ? FlowerDrawing.heart : known[number % known.count]
      )
    }
  }

  var picture: PortableNetworkGraphic {
    let size = FlowerDrawing.size
    var pixels: [UInt8] = []
    pixels.reserveCapacity(size * size * 3)
    for y in 0..<size {
      for x in 0..<size {
        let colour = colour(Double(x) + 0.5, Double(y) + 0.5)
        for part in 0..<3 { pixels.append(UInt8(min(max(colour[part], 0), 255))) }
      }
    }
    return PortableNetworkGraphic(width: size, height: size, pixels: pixels)
  }

  private func colour(_ x: Double, _ y: Double) -> Colour {
    let depth = y / Double(FlowerDrawing.size)
    var colour = FlowerDrawing.paper.top * (1 - depth) + FlowerDrawing.paper.bottom * depth
    for blossom in blossoms where y > blossom.y {
      // All stalks meet below the picture.
      let bend = (y - blossom.y) / 220
      let middle = blossom.x + (120 - blossom.x) * bend
      mix(FlowerDrawing.stalk, 2.5 - abs(x - middle), into: &colour)
    }
    for blossom in blossoms { draw(blossom, x, y, into: &colour) }
    return colour
  }

  private func draw(_ blossom: Blossom, _ x: Double, _ y: Double, into colour: inout Colour) {
    let (dx, dy) = (x - blossom.x, y - blossom.y)
    let distance = (dx * dx + dy * dy).squareRoot()
    guard distance < blossom.radius + 1 else { return }
    let wave = abs(sin(blossom.petals * (atan2(dy, dx) + blossom.turn) / 2))
    let edge = blossom.radius * (0.6 + 0.4 * wave)
    let shade = 0.78 + 0.22 * distance / blossom.radius
    mix(blossom.colour * shade, edge - distance, into: &colour)
    mix(FlowerDrawing.heart * 0.9, blossom.radius * 0.2 - distance, into: &colour)
  }

  /// Blends a pixel by its coverage, so that edges are smooth.
  private func mix(_ other: Colour, _ inside: Double, into colour: inout Colour) {
    let share = min(max(inside + 0.5, 0), 1)
    colour += (other - colour) * share
  }
}
