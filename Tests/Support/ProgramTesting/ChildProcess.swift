// SPDX-License-Identifier: Apache-2.0

import Dispatch
package import Foundation
import LoopTesting
import Synchronization

// Foundation's Process hears that a child ends through a socket that other children inherit, and so
// waits for those too: two tests that run beside each other would wait for each other's servers.
// This one inherits nothing, is heard of by its number alone, and takes signals that the threads of
// tests block.

/// A process that a test starts, with pipes to its three descriptors.
package final class ChildProcess: Sendable {
  package let input: FileHandle
  package let output: FileHandle
  /// The same as the output where both are one.
  package let errors: FileHandle
  /// The number of the process.
  package let number: pid_t
  private let status = Mutex<Int32?>(nil)
  private let isOver = DispatchSemaphore(value: 0)

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  /// - Parameters:
  ///   - program: a path, or a name to be looked for as a shell does.
  ///   - environment: what is different from ours.
  ///   - folder: where it works.
  ///   - areOne: whether errors go where the output goes.
  package init(
    _ program: String,
    _ arguments: [String],
    environment: [String: String] = [:],
    in folder: String? = nil,
    outputAndErrors areOne: Bool = false
  ) throws {
    let place = folder.map { ["env", "--chdir=\($0)"] } ?? []
    let settings = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    (number, input, output, errors) = try ChildProcess.starting.withLock { _ in
      let (input, output) = (Pipe(), Pipe())
      let errors = areOne ? output : Pipe()
      let (ours, theirs) = (
        [input.fileHandleForWriting, output.fileHandleForReading, errors.fileHandleForReading],
        [input.fileHandleForReading, output.fileHandleForWriting, errors.fileHandleForWriting]
      )
      for handle in ours { _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC) }
      let number = try ChildProcess.spawn(
        place + [program] + arguments,
        settings.map { "\($0)=\($1)" },
        theirs.map(\.fileDescriptor)
      )
      for handle in Set(theirs) { try handle.close() }
      return (number, ours[0], ours[1], ours[2])
    }
    Thread.detachNewThread { [self] in reap() }
  }

  /// One at a time, so that none inherits what another one is being given.
  private static let starting = Mutex(())

  /// Sends a signal, unless the process has ended.
  package func signal(_ signal: Int32) {
    status.withLock { if $0 == nil { kill(number, signal) } }
  }

  /// Waits for the end; the status that it ended with, and 128 more than the signal that ended it.
  package func ended() async throws -> Int32 {
    try await onThread { [self] in waitForEnd() }
  }

  /// The same for who may block.
  @discardableResult
  package func waitForEnd() -> Int32 {
    isOver.wait()
    isOver.signal()
    return status.withLock { $0 ?? -1 }
  }

  private func reap() {
    var info = unsafe siginfo_t()
    // The number stays this child's until it is waited for, so that no signal goes to another one.
    _ = unsafe waitid(P_PID, id_t(number), &info, WEXITED | WNOWAIT)
    status.withLock { status in
      var ended: Int32 = 0
      _ = unsafe waitpid(number, &ended, 0)
      let signal = ended & 0x7F
      status = signal == 0 ? ended >> 8 & 0xFF : 128 + signal
    }
    isOver.signal()
  }

  private static func spawn(
    _ arguments: [String],
    _ environment: [String],
    _ descriptors: [Int32]
  ) throws -> pid_t {
    // Safe: what is made here is given back here, and the call copies what it is given.
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (place, descriptor) in descriptors.enumerated() {
      unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(place))
    }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    var settings = unsafe environment.map { unsafe strdup($0) } + [nil]
    defer {
      for index in arguments.indices { unsafe free(words[index]) }
      for index in environment.indices { unsafe free(settings[index]) }
    }
    var number: pid_t = 0
    let error = unsafe posix_spawnp(
      &number,
      arguments[0],
      &actions,
      &attributes,
      &words,
      &settings
    )
    guard error == 0 else {
      throw Failure(description: "\(arguments[0]) cannot be started: error \(error)")
    }
    return number
  }
}
