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

  /// Parses the fields that proc(5) describes; the second one, the name, may have spaces in it.
  init?(stat: String, machine: String, openDescriptors: Int) {
    guard let end = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[stat.index(after: end)...].split(separator: " ")
    // The third field of the file is the first here.
    func field(_ number: Int) -> Int? {
      fields.count > number - 3 ? Int(fields[number - 3]) : nil
    }
    let boot = machine.split(separator: "\n").first { $0.hasPrefix("btime ") }
    guard let user = field(14), let system = field(15), let threads = field(20),
      let start = field(22), let size = field(23), let pages = field(24),
      let booted = boot.flatMap({ Int($0.dropFirst(6)) })
    else { return nil }
    let tick = 1_000_000_000 / max(1, sysconf(Int32(_SC_CLK_TCK)))
    cpuNanoseconds = (user + system) * tick
    self.threads = threads
    startNanoseconds = booted * 1_000_000_000 + start * tick
    virtualBytes = size
    residentBytes = pages * sysconf(Int32(_SC_PAGESIZE))
    self.openDescriptors = openDescriptors
    maximumDescriptors = sysconf(Int32(_SC_OPEN_MAX))
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
