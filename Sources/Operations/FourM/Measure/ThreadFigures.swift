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
