// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// A program that is run to its end on behalf of a loop, within a time. Its output goes to where our errors
/// go.
package final class ChildProgram: ReadyHandler, DeadlineHandler {
  /// The end of a program.
  package enum Ending: Sendable, Equatable, CustomStringConvertible {
    case exited(Int32)
    case killed(signal: Int32)
    /// It ran for too long, and was killed with its process group.
    case tookTooLong
    case notStarted(SystemError)

    package var description: String {
      switch self {
      case .exited(let code): "it exits with \(code)"
      case .killed(let signal): "signal \(signal) ended it"
      case .tookTooLong: "it took too long"
      case .notStarted(let error): "\(error)"
      }
    }
  }

  /// The most bytes of input: as many as a pipe holds, so that nobody waits until they are read.
  package static let mostInput = 65_536

  private let core: LoopCore
  private let ending = Awaited<Ending>()
  private var child: pid_t = 0
  private var process: Descriptor?
  private var watch: WatchID?
  private var timer: TimerID?
  private var isLate = false

  private init(on core: LoopCore) { self.core = core }

  /// Runs a program, whose words begin with its path, and gives it `input`.
  package static func run(
    _ words: [String],
    input: [UInt8],
    within limit: Duration,
    on core: LoopCore
  ) async -> Ending {
    let program = ChildProgram(on: core)
    do throws(SystemError) {
      try program.start(words, input, limit)
    } catch {
      return .notStarted(error)
    }
    return await program.ending.value()
  }

  private func start(
    _ words: [String],
    _ input: [UInt8],
    _ limit: Duration
  ) throws(SystemError) {
    guard let path = words.first, input.count <= ChildProgram.mostInput else {
      throw SystemError("start a program with \(input.count) bytes of input", code: E2BIG)
    }
    let source = try ChildProgram.pipe(holding: input)
    var code: Int32 = 0
    // Safe: the words live through the call, which copies them; the list ends with NULL.
    let copies = unsafe words.map { unsafe strdup($0) }
    defer { for index in words.indices { unsafe free(copies[index]) } }
    unsafe (copies + [nil]).withUnsafeBufferPointer { list in
      if let start = list.baseAddress { code = unsafe clinux_spawn(start, source.number, &child) }
    }
    guard code == 0 else { throw SystemError("start \(path)", code: code) }
    let number = clinux_watch_child(child)
    guard number >= 0 else {
      kill(-child, SIGKILL)
      throw .last("watch \(path)")
    }
    process = Descriptor(owning: number)
    watch = try core.watch(number, for: .readable, self)
    timer = core.schedule(self, at: core.momentNow + limit)
  }

  /// The reading end of a pipe in which the bytes wait already.
  private static func pipe(holding input: [UInt8]) throws(SystemError) -> Descriptor {
    var ends: [Int32] = [0, 0]
    // Safe: the array has room for both numbers.
    guard unsafe clinux_make_pipe(&ends) == 0 else {
      throw .last("pipe")
    }
    let source = Descriptor(owning: ends[0])
    let sink = Descriptor(owning: ends[1])
    // Safe: the kernel reads the array's bytes during the call.
    let written = unsafe input.withUnsafeBytes { bytes in
      unsafe Glibc.write(sink.number, bytes.baseAddress, bytes.count)
    }
    guard written == input.count else { throw .last("write to a pipe") }
    // The program waits for its input as for any other.
    _ = fcntl(source.number, F_SETFL, 0)
    return source
  }

  package func ready(_ events: ReadyEvents) {
    let status = clinux_reap(child)
    guard status >= 0, let watch, let number = process?.number else { return }
    core.unwatch(watch, number)
    self.watch = nil
    self.process = nil
    if let timer { core.cancel(timer) }
    timer = nil
    ending.bring(
      isLate ? .tookTooLong : status < 256 ? .exited(status) : .killed(signal: status - 256)
    )
  }

  package func deadlineReached() {
    timer = nil
    isLate = true
    kill(-child, SIGKILL)
  }
}
