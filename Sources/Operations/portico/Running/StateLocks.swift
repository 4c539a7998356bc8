// SPDX-License-Identifier: Apache-2.0

import Bytes
import Files
import Reactor

/// Locks the state folders of the sites, which two processes must not share.
struct StateLocks: Sendable {
  private let locks: [FileLock]

  /// The descriptors handed to the process that takes over.
  var descriptors: [Int32] { locks.map(\.descriptor) }

  /// Locks the folders, or shares the locks of the process being replaced.
  init(_ folders: [String], _ handed: HandedDescriptors) throws {
    var locks: [FileLock] = []
    for folder in folders {
      try Files.makeFolder(folder, isPrivate: true)
      do {
        locks.append(try FileLock("\(folder)/serving.lock") { handed.takeFile(like: $0) })
      } catch let held as FileLock.Held {
        let process = held.process.map { " (process \($0))" } ?? ""
        throw PlainError(
          "another process\(process) uses the state in \(folder); expected a"
            + " --state of its own, or --takeover PATH for both, to replace it"
        )
      }
    }
    self.locks = locks
  }
}
