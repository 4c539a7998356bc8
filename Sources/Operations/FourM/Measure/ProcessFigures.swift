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
      let machine = try? Files.read("/proc/stat"),
      let descriptors = try? FileTree.names(in: "/proc/self/fd").count
    else { return nil }
    return ProcessFigures(
      stat: String(decoding: stat, as: UTF8.self),
      machine: String(decoding: machine, as: UTF8.self),
      openDescriptors: descriptors
    )
  }

  init?(stat: String, machine: String, openDescriptors: Int) {
    guard let stat = ProcessStat(stat) else { return nil }
    let boot = machine.split(separator: "\n").first { $0.hasPrefix("btime ") }
    guard let time = stat.cpuTime, let threads = stat[20], let start = stat[22],
      let size = stat[23], let pages = stat[24],
      let booted = boot.flatMap({ Int($0.dropFirst(6)) })
    else { return nil }
    cpuNanoseconds = time
    self.threads = threads
    startNanoseconds = booted * 1_000_000_000 + start * ProcessStat.tick
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
  private let fields: [Substring]

  /// Parses a line; the name is in parentheses and may have any character, such as spaces.
  init?(_ line: String) {
    guard let begin = line.firstIndex(of: "("), let end = line.lastIndex(of: ")"), begin < end
    else { return nil }
    name = String(line[line.index(after: begin)..<end])
    fields = line[line.index(after: end)...].split(separator: " ")
  }

  /// The number in a field, counted from 1 as in proc(5).
  subscript(field: Int) -> Int? {
    fields.indices.contains(field - 3) ? Int(fields[field - 3]) : nil
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
    text.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ")
      func value(_ name: String) -> Substring? {
        words.first { $0.hasPrefix(name + "=") }?.dropFirst(name.count + 1)
      }
      guard let kind = words.first, let percent = value("avg10").flatMap({ Double($0) }),
        let total = value("total").flatMap({ Int($0) })
      else { return nil }
      return PressureFigures(
        resource: resource,
        kind: String(kind),
        millionths: Int((percent * 10_000).rounded()),
        totalNanoseconds: total.multipliedReportingOverflow(by: 1_000).partialValue
      )
    }
  }
}
