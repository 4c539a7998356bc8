// SPDX-License-Identifier: Apache-2.0

import Files

/// The threads of this process that have one name, as the kernel has them in `/proc/self/task`.
package struct ThreadFigures: Sendable, Equatable {
  package let name: String
  package private(set) var count = 0
  /// Processor time of all of them.
  package private(set) var cpuNanoseconds = 0

  /// All threads of this moment by their names; none where there is no `/proc`.
  package static var all: [ThreadFigures] {
    let folder = "/proc/self/task"
    guard let threads = try? FileTree.names(in: folder) else { return [] }
    var figures: [String: ThreadFigures] = [:]
    for thread in threads {
      // A thread may end meanwhile.
      guard let stat = try? Files.read("\(folder)/\(thread)/stat"),
        let parsed = ProcessStat(String(decoding: stat, as: UTF8.self)), let time = parsed.cpuTime
      else { continue }
      figures[parsed.name, default: ThreadFigures(name: parsed.name)].add(time)
    }
    return figures.values.sorted { $0.name < $1.name }
  }

  private init(name: String) { self.name = name }

  private mutating func add(_ nanoseconds: Int) {
    count += 1
    cpuNanoseconds += nanoseconds
  }
}

extension ThreadFigures {
  /// The times that the threads of this process whose names begin with a text have waited, each of which let
  /// go of a processor; `nil` where there is no `/proc`.
  package static func waits(ofThreadsNamed prefix: String) -> Int? {
    let folder = "/proc/self/task"
    guard let threads = try? FileTree.names(in: folder) else { return nil }
    return threads.reduce(0) { sum, thread in
      // A thread may end meanwhile.
      guard let status = try? Files.read("\(folder)/\(thread)/status") else { return sum }
      return sum + (waits(status: String(decoding: status, as: UTF8.self), of: prefix) ?? 0)
    }
  }

  /// Reads the `status` file of a thread, as proc(5) describes it; `nil` for one of another name.
  static func waits(status: String, of prefix: String) -> Int? {
    func value(_ name: String) -> Substring? {
      let line = status.split(separator: "\n").first { $0.hasPrefix("\(name):\t") }
      return line?.dropFirst(name.count + 2)
    }
    guard value("Name")?.hasPrefix(prefix) == true else { return nil }
    return value("voluntary_ctxt_switches").flatMap { Int($0) }
  }
}
