// SPDX-License-Identifier: Apache-2.0

import Files
import Filters

/// The policy by which log files are rotated, and the number of old ones that are kept.
package struct LogRotation: Sendable, Equatable {
  /// The size that a file may not exceed, unless one line alone does; `nil` for no limit.
  package var bytes: Int?
  /// True if each day, in UTC, has a file of its own.
  package var isDaily: Bool
  /// The number of old files kept.
  package var kept: Int

  /// The number of old files kept where nothing else is said.
  package static let usualKept = 10

  package init(bytes: Int? = nil, isDaily: Bool = false, kept: Int = usualKept) {
    (self.bytes, self.isDaily, self.kept) = (bytes, isDaily, kept)
  }
}

/// The old files of a log, named after it, the day of their first event and a number:
/// `events.2026-11-23.001`.
struct RotatedFiles {
  private static let secondsOfDay: Int64 = 86_400

  private let path: String
  private let folder: String
  private let name: String

  private struct Entry: Comparable {
    let name: String
    let day: String
    let number: Int

    static func < (a: Entry, b: Entry) -> Bool { (a.day, a.number) < (b.day, b.number) }
  }

  init(of path: String) {
    self.path = path
    if let slash = path.lastIndex(of: "/") {
      folder = slash == path.startIndex ? "/" : String(path[..<slash])
      name = String(path[path.index(after: slash)...])
    } else {
      (folder, name) = (".", path)
    }
  }

  /// The day of an instant in seconds of Unix time, as a number that grows by one each day.
  static func day(of seconds: Int64) -> Int64 {
    (seconds - (seconds % secondsOfDay + secondsOfDay) % secondsOfDay) / secondsOfDay
  }

  /// Returns the path for one more old file of a day.
  func next(ofDay day: Int64) throws(FileError) -> String {
    let instant = day * RotatedFiles.secondsOfDay * 1_000_000_000
    let day = String(FilterValue.text(ofInstant: instant).prefix(10))
    let last = try entries().filter { $0.day == day }.map(\.number).max() ?? 0
    let number = String(last + 1)
    return "\(path).\(day)." + String(repeating: "0", count: max(0, 3 - number.count)) + number
  }

  /// Removes the oldest files, until only so many are left.
  func remove(keeping kept: Int) throws(FileError) {
    for entry in try entries().sorted().dropLast(kept) {
      try Files.remove("\(folder)/\(entry.name)")
    }
  }

  private func entries() throws(FileError) -> [Entry] {
    try FileTree.names(in: folder).compactMap { entry in
      guard entry.hasPrefix("\(name).") else { return nil }
      let parts = entry.dropFirst(name.count + 1).split(separator: ".")
      guard parts.count == 2, let number = Int(parts[1]), RotatedFiles.isDay(parts[0]) else {
        return nil
      }
      return Entry(name: entry, day: String(parts[0]), number: number)
    }
  }

  /// Returns true for a text of the form `2026-11-23`.
  private static func isDay(_ text: Substring) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    return parts.map(\.count) == [4, 2, 2]
      && parts.allSatisfy { $0.allSatisfy { $0.isASCII && $0.isNumber } }
  }
}
