// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
package import Files

// A line of JSON for what the file is, and one for each document with those that follow it. Counts are in
// thousandths. Who went where is not in it: of visitors only the bits are, by which they are numbered.

extension NextRoutes {
  private static let file = TrafficLines(
    "next",
    format: "portico next",
    version: 1,
    maximumBytes: 16 << 20
  )

  /// Reads what is kept in a folder; `nil` for nothing.
  package init?(keptIn folder: String) throws {
    var routes = NextRoutes()
    let isThere = try NextRoutes.file.read(in: folder) { head in
      guard let hour = head["hour"]?.integer else { return false }
      routes.restore(hour: hour)
      return true
    } others: { line in
      guard let name = line["route"]?.string, let route = Route(line) else { return false }
      routes.restore(name, route)
      return true
    }
    guard isThere else { return nil }
    self = routes
  }

  /// Writes it into a folder, in place of what was there.
  package func keep(in folder: String) throws(FileError) {
    guard let newestHour else { return }
    let lines = routes.map { name, route in route.data(name) }
    try NextRoutes.file.write([("hour", .number(newestHour))], lines, in: folder)
  }
}

extension NextRoutes.Route {
  /// The largest count that is read.
  private static let most: Int64 = 1 << 50

  /// Reads a line; `nil` for one that is none.
  fileprivate init?(_ line: DataValue) {
    guard let visits = NextRoutes.Route.count(line, "visits"),
      case .array(let followers)? = line["next"]?.content
    else { return nil }
    self.visits = visits
    for value in followers {
      guard let name = value["route"]?.string,
        let count = NextRoutes.Route.count(value, "count"),
        let ahead = NextRoutes.Route.count(value, "ahead"),
        let bits = value["visitors"]?.string.flatMap({ UInt64($0, radix: 16) }),
        let earlier = value["earlier"]?.string.flatMap({ UInt64($0, radix: 16) })
      else { return nil }
      var follower = NextRoutes.Follower()
      (follower.count, follower.ahead) = (count, ahead)
      (follower.visitorBits, follower.earlierBits) = (bits, earlier)
      self.followers[name] = follower
    }
  }

  private static func count(_ line: DataValue, _ name: String) -> Double? {
    guard let thousandths = line[name]?.integer, (0...most).contains(thousandths) else {
      return nil
    }
    return Double(thousandths) / 1_000
  }

  private static func data(_ count: Double) -> DataValue {
    .number(min(most, Int64((min(count, 1e12) * 1_000).rounded())))
  }

  fileprivate func data(_ name: String) -> DataValue {
    let lines = followers.map { name, follower in
      DataValue.members([
        ("route", .text(name)), ("count", NextRoutes.Route.data(follower.count)),
        ("ahead", NextRoutes.Route.data(follower.ahead)),
        ("visitors", .text(String(follower.visitorBits, radix: 16))),
        ("earlier", .text(String(follower.earlierBits, radix: 16))),
      ])
    }
    return .members([
      ("route", .text(name)), ("visits", NextRoutes.Route.data(visits)),
      ("next", DataValue(.array(lines))),
    ])
  }
}
