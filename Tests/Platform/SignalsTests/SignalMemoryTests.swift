// SPDX-License-Identifier: Apache-2.0

import Glibc
import Signals
import Testing

@Suite struct `Memory of signals` {
  private let path = "/tmp/signal-memory-\(UInt64.random(in: .min ... .max))"

  @Test func `Words written to a mapped file are there when it is mapped again`() throws {
    defer { _ = unsafe unlink(path) }
    do {
      let memory = try SignalMemory(file: path, count: 1_024)
      memory[0] = 7
      memory[1_023] = .max
    }
    let again = try SignalMemory(existing: path)
    #expect(again.count == 1_024)
    #expect(again[0] == 7 && again[1] == 0 && again[1_023] == .max)
  }

  @Test func `A mapped file that exists keeps its words and can grow`() throws {
    defer { _ = unsafe unlink(path) }
    try SignalMemory(file: path, count: 512)[3] = 9
    let larger = try SignalMemory(file: path, count: 2_048)
    #expect(larger.count == 2_048 && larger[3] == 9 && larger[2_047] == 0)
  }

  @Test func `A mapped file is readable by its owner only`() throws {
    defer { _ = unsafe unlink(path) }
    _ = try SignalMemory(file: path, count: 512)
    var status = stat()
    #expect(unsafe stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func `A mapped file that is missing or empty is refused with its path and the reason`()
    throws
  {
    let missing = #expect(throws: SignalFault.self) { try SignalMemory(existing: path) }
    #expect(missing?.description == "cannot open \(path): No such file or directory")
    defer { _ = unsafe unlink(path) }
    close(unsafe open(path, O_CREAT | O_WRONLY, 0o600))
    let empty = #expect(throws: SignalFault.self) { try SignalMemory(existing: path) }
    #expect(empty?.description == "\(path) is empty")
  }
}
