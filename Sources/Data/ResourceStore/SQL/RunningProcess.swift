// SPDX-License-Identifier: Apache-2.0

import Files

/// A process of this machine: its number and its start, so that a later one with the number is another.
struct RunningProcess: Equatable {
  private let number: String
  private let start: String

  static let own = RunningProcess(numbered: "self")

  /// - Parameter number: the number of a process; `nil` if there is none.
  private init?(numbered number: String) {
    do throws(FileError) {
      // The name of the program is in parentheses, and may contain any other character.
      let stat = String(decoding: try Files.read("/proc/\(number)/stat"), as: UTF8.self)
      guard let end = stat.lastIndex(of: ")"), let own = stat.split(separator: " ").first else {
        return nil
      }
      let fields = stat[stat.index(after: end)...].split(separator: " ")
      guard fields.count > 19 else { return nil }
      (self.number, start) = (String(own), String(fields[19]))
    } catch {
      return nil
    }
  }

  /// Reads what `text` has written behind a name.
  init?(behind name: String) {
    let parts = name.split(separator: "@")
    let numbers = parts.last?.split(separator: ".") ?? []
    guard parts.count == 2, numbers.count == 2 else { return nil }
    (number, start) = (String(numbers[0]), String(numbers[1]))
  }

  var text: String { "@\(number).\(start)" }

  var isThere: Bool { RunningProcess(numbered: number) == self }
}
