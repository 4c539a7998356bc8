// SPDX-License-Identifier: Apache-2.0

/// The scale of a chart: it maps times from left to right and figures from bottom to top to whole
/// units of an SVG view box. The browser stretches the box to the room that there is; lines keep
/// their width, and texts stand beside the picture.
struct Plot {
  static let (width, height) = (1_000, 200)

  let from: Int
  let to: Int
  let top: Double

  /// - Parameter top: the figure at the upper edge.
  init(from: Int, to: Int, top: Double) {
    self.from = from
    self.to = max(to, from + 1)
    self.top = top > 0 ? top : 1
  }

  func x(_ time: Int) -> Int {
    let share = Double(time - from) / Double(to - from)
    return Int((min(1, max(0, share)) * Double(Plot.width)).rounded())
  }

  func y(_ value: Double) -> Int {
    let share = min(1, max(0, value / top))
    return Plot.height - Int((share * Double(Plot.height - 2)).rounded()) - 1
  }

  /// The path of a line, with a gap where a figure is missing.
  func path(_ points: [Chart.Point]) -> String {
    var path = ""
    var isBroken = true
    for point in points {
      guard let value = point.value, value.isFinite, point.time >= from, point.time <= to else {
        isBroken = true
        continue
      }
      path += "\(isBroken ? "M" : "L")\(x(point.time)) \(y(value))"
      // A single point between gaps is drawn as a short stroke, so that it is visible.
      if isBroken { path += "h1" }
      isBroken = false
    }
    return path
  }

  /// The area below a line.
  func area(_ points: [Chart.Point]) -> String {
    var path = ""
    var last: Int?
    for point in points where point.time >= from && point.time <= to {
      guard let value = point.value, value.isFinite else {
        if let end = last { path += "L\(end) \(Plot.height)Z" }
        last = nil
        continue
      }
      let place = x(point.time)
      path +=
        last == nil ? "M\(place) \(Plot.height)L\(place) \(y(value))" : "L\(place) \(y(value))"
      last = place
    }
    if let end = last { path += "L\(end) \(Plot.height)Z" }
    return path
  }

  /// The area of a range, with a gap where it is not known.
  func band(_ points: [Chart.Band]) -> String {
    let known = points.split { $0.range == nil || $0.time < from || $0.time > to }
    return known.map { part in
      let ends = part.compactMap { point in point.range.map { (x(point.time), $0) } }
      let above = ends.map { "\($0.0) \(y($0.1.upperBound))" }
      let below = ends.reversed().map { "\($0.0) \(y($0.1.lowerBound))" }
      return "M\((above + below).joined(separator: "L"))Z"
    }.joined()
  }

  /// The least number that is easy to read and not below a value: 1, 2 or 5 times a power of ten.
  static func niceTop(_ value: Double) -> Double {
    guard value.isFinite, value > 0 else { return 1 }
    var scale = 1.0
    while scale < value { scale *= 10 }
    while scale / 10 >= value { scale /= 10 }
    for step in [0.1, 0.2, 0.25, 0.4, 0.5, 0.6, 0.8, 1] where scale * step >= value {
      return scale * step
    }
    return scale
  }
}
