// SPDX-License-Identifier: Apache-2.0

package import Files

/// The use of something that the process cannot do without: a disk, descriptors or memory.
package struct ResourceLevel: Sendable {
  package let name: String
  /// The share that is used.
  package let used: Double
  /// The use in words.
  package let text: String
  /// The share from which on there is a warning.
  private let much: Double

  /// The share from which on there is a failure.
  private static let most = 0.95

  package var tone: FigureTable.Tone {
    used >= ResourceLevel.most ? .failure : used >= much ? .warning : .usual
  }

  /// The disks of some folders, each once, then descriptors and memory, as far as the kernel tells them.
  package static func all(ofFolders folders: [String]) -> [ResourceLevel] {
    var disks: Set<UInt64> = []
    let spaces = folders.compactMap { folder -> ResourceLevel? in
      guard let space = Files.space(of: folder), disks.insert(space.disk).inserted else {
        return nil
      }
      return ResourceLevel(disk: space, of: folder)
    }
    return spaces + [descriptors, memory].compactMap(\.self)
  }

  package init(disk space: DiskSpace, of folder: String) {
    let files = space.freeFiles > 0 ? " and \(space.freeFiles) files" : ""
    self.init(
      "disk of \(folder)",
      used: space.usedShare,
      much: 0.9,
      "\(Figure.share(space.usedShare).text) of it is used; there is room for"
        + " \(Figure.bytes(Int64(space.freeBytes)).text)\(files)"
    )
  }

  private init(_ name: String, used: Double, much: Double, _ text: String) {
    (self.name, self.used, self.much, self.text) = (name, used, much, text)
  }

  private static var descriptors: ResourceLevel? {
    guard let figures = ProcessFigures.now, figures.maximumDescriptors > 0 else { return nil }
    return ResourceLevel(
      "descriptors",
      used: Double(figures.openDescriptors) / Double(figures.maximumDescriptors),
      much: 0.8,
      "\(figures.openDescriptors) of \(figures.maximumDescriptors) files and sockets are open"
    )
  }

  /// The memory of the process's group, where that has a limit, and otherwise of the machine.
  private static var memory: ResourceLevel? {
    guard let memory = groupMemory ?? machineMemory, memory.all > 0 else { return nil }
    let used = max(0, memory.all - memory.free)
    return ResourceLevel(
      "memory",
      used: Double(used) / Double(memory.all),
      much: 0.9,
      "\(Figure.bytes(Int64(used)).text) of \(Figure.bytes(Int64(memory.all)).text) are used"
    )
  }

  private static var machineMemory: (all: Int, free: Int)? {
    let figures = numbers(in: "/proc/meminfo", between: ":")
    guard let all = figures["MemTotal"], let free = figures["MemAvailable"] else { return nil }
    func bytes(_ kilobytes: Int) -> Int {
      let product = kilobytes.multipliedReportingOverflow(by: 1_024)
      return product.overflow ? .max : product.partialValue
    }
    return (bytes(all), bytes(free))
  }

  private static var groupMemory: (all: Int, free: Int)? {
    guard let group = text(of: "/proc/self/cgroup")?.split(separator: "\n").last,
      group.hasPrefix("0::/")
    else { return nil }
    let folder = "/sys/fs/cgroup\(group.dropFirst(3))"
    func number(_ name: String) -> Int? {
      text(of: "\(folder)/memory.\(name)").flatMap { Int($0.prefix { $0 != "\n" }) }
    }
    guard let all = number("max"), let used = number("current") else { return nil }
    // Pages of files that were not used lately are given away before anything fails.
    let cached = numbers(in: "\(folder)/memory.stat", between: " ")["inactive_file"] ?? 0
    return (all, all - max(0, used - cached))
  }

  private static func text(of path: String) -> String? {
    (try? Files.read(path, limit: 1 << 16)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The first number of each line, by the word before it.
  private static func numbers(in path: String, between separator: Character) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for line in (text(of: path) ?? "").split(separator: "\n") {
      let parts = line.split(separator: separator, maxSplits: 1)
      guard parts.count == 2 else { continue }
      numbers[String(parts[0])] = Int(parts[1].drop { $0 == " " }.prefix { $0.isNumber })
    }
    return numbers
  }
}
