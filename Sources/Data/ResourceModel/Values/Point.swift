// SPDX-License-Identifier: Apache-2.0

package import DataFiles
package import Filters

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A place on Earth in degrees.
package struct Point: Sendable, Equatable {
  package let latitude: Double
  package let longitude: Double

  package init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  package init?(_ value: DataValue) {
    guard let latitude = value["lat"]?.number, let longitude = value["lon"]?.number else {
      return nil
    }
    self.init(latitude: latitude, longitude: longitude)
  }
}

extension Point {
  /// Returns the distance on a sphere of the Earth's mean radius (haversine).
  package func metres(to other: Point) -> Double {
    let radians = Double.pi / 180
    let north = sin((other.latitude - latitude) * radians / 2)
    let east = sin((other.longitude - longitude) * radians / 2)
    let half =
      north * north
      + cos(latitude * radians) * cos(other.latitude * radians) * east * east
    return 2 * Circle.earthRadius * asin(Swift.min(1, half.squareRoot()))
  }
}

/// A circle on Earth: the arguments of `near`.
package struct Circle: Sendable, Equatable {
  package let centre: Point
  package let metres: Double

  /// The mean radius of the Earth in metres.
  package static let earthRadius = 6_371_008.8

  /// Reads `near(52.5, 13.4, 5km)`; throws what is wrong with the arguments.
  package init(_ call: FilterCall) throws(ValidationError) {
    guard call.arguments.count == 3, case .number(let latitude) = call.arguments[0],
      case .number(let longitude) = call.arguments[1], case .text(let radius) = call.arguments[2],
      let centre = Point(latitude: latitude, longitude: longitude)
    else {
      throw ValidationError(
        call.function.name,
        .range,
        "is \(call); expected a latitude of -90 to 90, a longitude of -180 to 180 and a radius"
      )
    }
    let units: [(String, Double)] = [("km", 1_000), ("m", 1)]
    guard let unit = units.first(where: { radius.hasSuffix($0.0) }),
      let number = Double(radius.dropLast(unit.0.utf8.count)), number > 0, number <= 21_000_000
    else {
      throw ValidationError(
        call.function.name,
        .range,
        "has the radius \(radius.prefix(20)); expected one such as 500m or 5km"
      )
    }
    self.centre = centre
    metres = number * unit.1
  }
}

extension Circle {
  /// The smallest box around the circle.
  package var box: (south: Double, north: Double, longitudes: (west: Double, east: Double)?) {
    let degrees = 180 / Double.pi
    // A little more, so that rounding loses nothing at the edge.
    let angle = metres / Circle.earthRadius * (1 + 1e-9)
    let south = centre.latitude - angle * degrees
    let north = centre.latitude + angle * degrees
    guard south > -90, north < 90 else { return (max(south, -90), min(north, 90), nil) }
    let sine = sin(angle) / cos(centre.latitude / degrees)
    guard sine < 1 else { return (south, north, nil) }
    let reach = asin(sine) * degrees
    func wrapped(_ longitude: Double) -> Double {
      longitude < -180 ? longitude + 360 : longitude > 180 ? longitude - 360 : longitude
    }
    return (
      south, north, (wrapped(centre.longitude - reach), wrapped(centre.longitude + reach))
    )
  }
}
