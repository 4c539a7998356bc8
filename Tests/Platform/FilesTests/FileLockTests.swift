// SPDX-License-Identifier: Apache-2.0

import Files
import Foundation
import Glibc
import Testing

@Suite struct `A lock on a file` {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("portico-lock-\(UUID().uuidString)").path

  @Test func `is held by one, and free again when it is given up`() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
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
