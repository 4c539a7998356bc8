// SPDX-License-Identifier: Apache-2.0

import Files
import Glibc

/// Figures of this process, as the kernel has them in `/proc/self`.
package struct ProcessFigures: Sendable {
  package let cpuNanoseconds: Int
  package let residentBytes: Int
  package let virtualBytes: Int
  package let threads: Int
  /// The start since 1970.
  package let startNanoseconds: Int
  package let openDescriptors: Int
  package let maximumDescriptors: Int

  /// The figures of this moment; `nil` where there is no `/proc`.
  package static var now: ProcessFigures? {
    guard let stat = try? Files.read("/proc/self/stat"),
      let descriptors = try? FileTree.names(in: "/proc/self/fd").count
    else { return nil }
    return ProcessFigures(stat: String(decoding: stat, as: UTF8.self), openDescriptors: descriptors)
  }

  /// The start of the machine in nanoseconds since 1970.
  private static let boot: Int? = {
    guard let machine = try? Files.read("/proc/stat") else { return nil }
    let line = machine.split(separator: 0x0A).first { $0.starts(with: "btime ".utf8) }
    let seconds = line.flatMap { Int(String(decoding: $0.dropFirst(6), as: UTF8.self)) }
    return seconds.map { $0 * 1_000_000_000 }
  }()

  private init?(stat: String, openDescriptors: Int) {
    guard let stat = ProcessStat(stat), let boot = ProcessFigures.boot, let time = stat.cpuTime,
      let threads = stat[20], let start = stat[22], let size = stat[23], let pages = stat[24]
    else { return nil }
    cpuNanoseconds = time
    self.threads = threads
    startNanoseconds = boot + start * ProcessStat.tick
    virtualBytes = size
    residentBytes = pages * sysconf(Int32(_SC_PAGESIZE))
    self.openDescriptors = openDescriptors
    maximumDescriptors = sysconf(Int32(_SC_OPEN_MAX))
  }
}

/// The `stat` file of a process or of a thread, as proc(5) describes it.
struct ProcessStat {
  /// The nanoseconds of a clock tick.
  static let tick = 1_000_000_000 / max(1, sysconf(Int32(_SC_CLK_TCK)))

  let name: String
  /// The fields behind the name, the third one first.
  private let fields: [Substring.UTF8View]

  /// Parses a line; the name is in parentheses and may have any character, such as spaces.
  init?(_ line: String) {
    let bytes = line.utf8
    guard let begin = bytes.firstIndex(of: UInt8(ascii: "(")),
      let end = bytes.lastIndex(of: UInt8(ascii: ")")), begin < end
    else { return nil }
    name = String(line[bytes.index(after: begin)..<end])
    fields = bytes[bytes.index(after: end)...].split(separator: UInt8(ascii: " "))
  }

  /// The number in a field, counted from 1 as in proc(5).
  subscript(field: Int) -> Int? {
    fields.indices.contains(field - 3) ? Int(Substring(fields[field - 3])) : nil
  }

  /// The nanoseconds of user and system time.
  var cpuTime: Int? {
    guard let user = self[14], let system = self[15] else { return nil }
    return (user + system) * ProcessStat.tick
  }
}

/// Pressure of the machine on one resource: the time in which tasks waited for it (PSI).
package struct PressureFigures: Sendable, Equatable {
  /// `cpu`, `io` or `memory`.
  package let resource: String
  /// `some` or `full`.
  package let kind: String
  /// The share of the last 10 seconds.
  package let millionths: Int
  /// Since the start of the machine.
  package let totalNanoseconds: Int

  /// Whether the kernel keeps such figures.
  package static var isKnown: Bool { !all.isEmpty }

  package static var all: [PressureFigures] {
    ["cpu", "io", "memory"].flatMap { resource in
      guard let bytes = try? Files.read("/proc/pressure/\(resource)") else { return [Self]() }
      return parse(String(decoding: bytes, as: UTF8.self), of: resource)
    }
  }

  /// Parses lines such as `some avg10=0.12 avg60=0.00 avg300=0.00 total=1234`, in per cent and
  /// microseconds.
  static func parse(_ text: String, of resource: String) -> [PressureFigures] {
    text.utf8.split(separator: 0x0A).compactMap { line in
      let words = line.split(separator: UInt8(ascii: " "))
      func value(_ name: String) -> Substring? {
        let word = words.first { $0.starts(with: name.utf8) }
        return (word?.dropFirst(name.utf8.count)).map { Substring($0) }
      }
      guard let kind = words.first.map({ String(Substring($0)) }),
        let percent = value("avg10=").flatMap({ Double($0) }),
        let total = value("total=").flatMap({ Int($0) })
      else { return nil }
      return PressureFigures(
        resource: resource,
        kind: kind,
        millionths: Int((percent * 10_000).rounded()),
        totalNanoseconds: total.multipliedReportingOverflow(by: 1_000).partialValue
      )
    }
  }
}
