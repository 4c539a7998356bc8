// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import Files

// A line of JSON for what the file is, and one for each document with those that follow it. Counts are in
// thousandths. Who went where is not in it: of visitors only the bits are, by which they are numbered.

extension NextRoutes {
  package static let fileName = "next"
  private static let format = "portico next"
  private static let version: Int64 = 1
  /// A longer file is none that was written here.
  private static let maximumBytes = 16 << 20

  /// The reason why a file cannot be used.
  package struct Unreadable: Error, CustomStringConvertible {
    package let description: String
  }

  /// Reads what is kept in a folder; `nil` for nothing.
  package init?(keptIn folder: String) throws {
    let path = "\(folder)/\(NextRoutes.fileName)"
    guard Files.exists(path) else { return nil }
    let bytes = try Files.read(path, limit: NextRoutes.maximumBytes)
    var lines = bytes.split(separator: UInt8(ascii: "\n")).makeIterator()
    guard let first = lines.next(),
      let head = try? DataValue(reading: Array(first).span, as: .json),
      head["format"]?.string == NextRoutes.format,
      head["version"]?.integer == NextRoutes.version, let hour = head["hour"]?.integer
    else {
      throw Unreadable(
        description: "\(path) has no documents that follow others, of version \(NextRoutes.version)"
      )
    }
    self.init()
    restore(hour: hour)
    while let line = lines.next() {
      guard let value = try? DataValue(reading: Array(line).span, as: .json),
        let name = value["route"]?.string, let route = Route(value)
      else {
        throw Unreadable(description: "\(path) has a line that is none of its own")
      }
      restore(name, route)
    }
  }

  /// Writes it into a folder, in place of what was there.
  package func keep(in folder: String) throws(FileError) {
    guard let newestHour else { return }
    var lines = [
      DataValue.members([
        ("format", .text(NextRoutes.format)), ("version", .number(NextRoutes.version)),
        ("hour", .number(newestHour)),
      ])
    ]
    for (name, route) in routes { lines.append(route.data(name)) }
    var bytes: [UInt8] = []
    for line in lines {
      bytes += line.json
      bytes.append(UInt8(ascii: "\n"))
    }
    try Files.makeFolder(folder)
    try Files.write(bytes, to: "\(folder)/\(NextRoutes.fileName)")
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
