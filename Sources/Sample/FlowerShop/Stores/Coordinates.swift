// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A place on the earth, in degrees.
struct Coordinates: Sendable, Equatable {
  let latitude: Double
  let longitude: Double

  /// The earth's mean radius in metres.
  private static let radius = 6_371_008.8

  init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Parses `48.85,2.35`.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, let latitude = Double(parts[0]), let longitude = Double(parts[1])
    else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }

  /// Returns the distance along the surface in metres (haversine formula).
  func distance(to other: Coordinates) -> Double {
    let (north, otherNorth) = (radians(latitude), radians(other.latitude))
    let across = sin((otherNorth - north) / 2)
    let along = sin(radians(other.longitude - longitude) / 2)
    let half = across * across + cos(north) * cos(otherNorth) * along * along
    return 2 * Coordinates.radius * asin(min(1, half.squareRoot()))
  }

  private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
