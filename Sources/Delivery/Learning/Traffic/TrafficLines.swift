// SPDX-License-Identifier: Apache-2.0

import Bytes
package import DataFiles
package import Files

/// A file with what was learned of a site's traffic: a line of JSON that says what the file is, and one for
/// each part.
package struct TrafficLines: Sendable {

  /// The name of the file in a site's state folder.
  private let name: String
  private let format: String
  private let version: Int64
  /// A longer file is none that was written here.
  private let maximumBytes: Int

  package init(_ name: String, format: String, version: Int64, maximumBytes: Int) {
    self.name = name
    self.format = format
    self.version = version
    self.maximumBytes = maximumBytes
  }

  /// Reads the file of a folder line by line; returns false where there is none.
  ///
  /// - Parameters:
  ///   - first: takes the first line, and returns false for one that lacks something.
  ///   - others: takes each of the others likewise.
  package func read(
    in folder: String,
    first: (DataValue) -> Bool,
    others: (DataValue) -> Bool
  ) throws -> Bool {
    let path = "\(folder)/\(name)"
    guard Files.exists(path) else { return false }
    let bytes = try Files.read(path, limit: maximumBytes)
    var lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
    guard let line = lines.popFirst(), let head = TrafficLines.value(of: line),
      head["format"]?.string == format, head["version"]?.integer == version, first(head)
    else {
      throw PlainError("\(path) is no \"\(format)\" of version \(version)")
    }
    for line in lines {
      guard let value = TrafficLines.value(of: line), others(value) else {
        throw PlainError("\(path) has a line that is none of its own")
      }
    }
    return true
  }

  private static func value(of line: ArraySlice<UInt8>) -> DataValue? {
    try? DataValue(reading: line.span, as: .json)
  }

  /// Writes the file into a folder, in place of the one that was there.
  package func write(
    _ head: [(String, DataValue)],
    _ lines: some Sequence<DataValue>,
    in folder: String
  ) throws(FileError) {
    let first = [("format", DataValue.text(format)), ("version", .number(version))]
    var bytes = DataValue.members(first + head).json
    bytes.append(UInt8(ascii: "\n"))
    for line in lines {
      bytes += line.json
      bytes.append(UInt8(ascii: "\n"))
    }
    try Files.makeFolder(folder)
    try Files.write(bytes, to: "\(folder)/\(name)")
  }
}
