// SPDX-License-Identifier: Apache-2.0

// TZif (RFC 9636): a header with counts, a data block with 4-byte times, then the same with 8-byte
// times and a footer with the rule for future years. Version 1 has the first block only; in other
// versions it is skipped. Every count is checked against the file before use.

/// A reader for tzdata's zone files.
package struct ZoneFile {
  /// Real files have at most 4 KB.
  package static let maximumBytes = 65_536
  /// The allowed offsets from UTC in seconds.
  private static let offsets: ClosedRange<Int32> = -93_600...93_600

  private struct Header {
    let version: UInt8
    let indicatorsOfUTC: Int
    let indicatorsOfStandard: Int
    let leapSeconds: Int
    let transitions: Int
    let types: Int
    let letters: Int

    /// Returns the size of the data block.
    func byteCount(timeBytes: Int) -> Int {
      transitions * (timeBytes + 1) + types * 6 + letters + leapSeconds * (timeBytes + 4)
        + indicatorsOfStandard + indicatorsOfUTC
    }
  }

  private static let headerBytes = 44

  /// Reads a file's rules; `nil` for one that is damaged or has leap seconds.
  package static func rules(_ file: Span<UInt8>, name: String) -> ZoneRules? {
    guard file.count <= maximumBytes, let first = header(file, at: 0) else { return nil }
    guard first.version >= UInt8(ascii: "2") else {
      return rules(file, at: headerBytes, first, timeBytes: 4, name)
    }
    let start = headerBytes + first.byteCount(timeBytes: 4)
    guard let second = header(file, at: start) else { return nil }
    return rules(file, at: start + headerBytes, second, timeBytes: 8, name)
  }

  private static func header(_ file: Span<UInt8>, at start: Int) -> Header? {
    guard start + headerBytes <= file.count,
      "TZif".utf8.enumerated().allSatisfy({ file[start + $0] == $1 })
    else { return nil }
    let counts = (0..<6).map { Int(number(file, at: start + 20 + $0 * 4, bytes: 4)) }
    // No count exceeds the file's size, so that sums cannot overflow.
    guard counts.allSatisfy({ (0...file.count).contains($0) }) else { return nil }
    return Header(
      version: file[start + 4],
      indicatorsOfUTC: counts[0],
      indicatorsOfStandard: counts[1],
      leapSeconds: counts[2],
      transitions: counts[3],
      types: counts[4],
      letters: counts[5]
    )
  }

  private static func rules(
    _ file: Span<UInt8>,
    at start: Int,
    _ header: Header,
    timeBytes: Int,
    _ name: String
  ) -> ZoneRules? {
    let end = start + header.byteCount(timeBytes: timeBytes)
    guard end <= file.count, (1...256).contains(header.types), header.leapSeconds == 0 else {
      return nil
    }
    let typesOfTransitions = start + header.transitions * timeBytes
    let types = typesOfTransitions + header.transitions
    let offsets = (0..<header.types).map { type in
      Int32(truncatingIfNeeded: number(file, at: types + type * 6, bytes: 4))
    }
    let times = (0..<header.transitions).map { index in
      number(file, at: start + index * timeBytes, bytes: timeBytes)
    }
    let numbers = (0..<header.transitions).map { Int(file[typesOfTransitions + $0]) }
    guard offsets.allSatisfy(self.offsets.contains), numbers.allSatisfy(offsets.indices.contains),
      zip(times, times.dropFirst()).allSatisfy({ $0 < $1 })
    else { return nil }
    var yearly: YearlyZoneRule?
    if timeBytes == 8 {
      guard let line = footer(file, from: end) else { return nil }
      yearly = YearlyZoneRule(line.span)
      guard yearly != nil || line.isEmpty else { return nil }
    }
    return ZoneRules(
      name: name,
      transitions: times,
      offsets: numbers.map { offsets[$0] },
      first: offsets[0],
      yearly: yearly
    )
  }

  /// Returns the footer line after the data; `nil` if it is unterminated.
  private static func footer(_ file: Span<UInt8>, from start: Int) -> [UInt8]? {
    guard start < file.count, file[start] == UInt8(ascii: "\n") else { return nil }
    var line: [UInt8] = []
    for index in start + 1..<file.count {
      if file[index] == UInt8(ascii: "\n") { return line }
      line.append(file[index])
    }
    return nil
  }

  /// Reads a big-endian two's complement number.
  private static func number(_ file: Span<UInt8>, at start: Int, bytes count: Int) -> Int64 {
    var number: Int64 = file[start] >> 7 == 1 ? -1 : 0
    for index in start..<start + count { number = number << 8 | Int64(file[index]) }
    return number
  }
}
