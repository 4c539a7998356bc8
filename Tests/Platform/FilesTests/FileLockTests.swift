// SPDX-License-Identifier: Apache-2.0

import Files
import FolderTesting
import Foundation
import Glibc
import Testing

@Suite struct `A lock on a file` {
  private let temporary = TemporaryFolder()
  private var path: String { "\(temporary.path)/lock" }

  @Test func `is held by one, and free again when it is given up`() throws {
    let lock = try FileLock(path) { _ in nil }
    let held = #expect(throws: FileLock.Held.self) { try FileLock(path) { _ in nil } }
    #expect(held?.process == getpid())
    // As a child process has it until its program runs.
    let inherited = dup(lock.descriptor)
    defer { close(inherited) }
    lock.release()
    #expect(throws: Never.self) { try FileLock(path) { _ in nil } }
  }
}
