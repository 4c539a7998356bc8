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
    var figures: [String: ThreadFigures] = [:]
    for stat in texts(of: "stat") ?? [] {
      guard let parsed = ProcessStat(stat), let time = parsed.cpuTime else { continue }
      figures[parsed.name, default: ThreadFigures(name: parsed.name)].add(time)
    }
    return figures.values.sorted { $0.name < $1.name }
  }

  /// One file of each thread of this process; `nil` where there is no `/proc`.
  private static func texts(of file: String) -> [String]? {
    let folder = "/proc/self/task"
    // A thread may end meanwhile.
    return (try? FileTree.names(in: folder))?.compactMap { thread in
      (try? Files.read("\(folder)/\(thread)/\(file)")).map { String(decoding: $0, as: UTF8.self) }
    }
  }

  private init(name: String) { self.name = name }

  private mutating func add(_ nanoseconds: Int) {
    count += 1
    cpuNanoseconds += nanoseconds
  }
}

extension ThreadFigures {
  /// The number of voluntary context switches of all threads whose names begin with `prefix`, that is, how
  /// often they have waited; `nil` where there is no `/proc`.
  package static func waits(ofThreadsNamed prefix: String) -> Int? {
    texts(of: "status")?.reduce(0) { $0 + (waits(status: $1, of: prefix) ?? 0) }
  }

  /// The voluntary context switches in a thread's `status` file, proc(5); `nil` for a thread of another name.
  static func waits(status: String, of prefix: String) -> Int? {
    guard status.utf8.starts(with: "Name:\t\(prefix)".utf8) else { return nil }
    let name = "voluntary_ctxt_switches:\t"
    // By bytes, since each thread's file is read each second.
    for line in status.utf8.split(separator: 0x0A) where line.starts(with: name.utf8) {
      return Int(Substring(line.dropFirst(name.utf8.count)))
    }
    return nil
  }
}
