// SPDX-License-Identifier: Apache-2.0

import FolderTesting
import Foundation
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Child programs run by a loop` {
  private func run(
    _ words: [String],
    input: [UInt8] = [],
    within limit: Duration = .seconds(50)
  ) async throws -> ChildProgram.Ending {
    let running = try RunningLoop()
    let loop = running.loop
    let ending = await withCheckedContinuation { continuation in
      loop.execute {
        loop.start {
          let ending = await ChildProgram.run(
            words,
            input: input,
            within: limit,
            on: loop.core
          )
          continuation.resume(returning: ending)
        }
      }
    }
    withExtendedLifetime(running) {}
    return ending
  }

  @Test func `A child program gets its input, and its exit status is reported`() async throws {
    let temporary = TemporaryFolder()
    let file = "\(temporary.path)/child"
    let script = "cat > \"$1\"; exit 7"
    let input = [UInt8](repeating: 0x61, count: ChildProgram.mostInput)
    let ending = try await run(["/bin/sh", "-c", script, "sh", file], input: input)
    #expect(ending == .exited(7))
    #expect(FileManager.default.contents(atPath: file) == Data(input))
  }

  @Test func `A child program that leaves its input unread ends normally`() async throws {
    #expect(try await run(["/bin/true"], input: Array("unread".utf8)) == .exited(0))
  }

  @Test func `A child program that takes too long is killed with all processes that it started`()
    async throws
  {
    let script = "sleep 100 & sleep 100"
    let ending = try await run(["/bin/sh", "-c", script], within: .milliseconds(100))
    #expect(ending == .tookTooLong)
  }

  @Test func `A child program ended by a signal is reported as killed by it`() async throws {
    #expect(try await run(["/bin/sh", "-c", "kill -TERM $$"]) == .killed(signal: 15))
  }

  @Test func `A child program that does not exist is reported as not started`() async throws {
    let ending = try await run(["/nowhere/to/be/found"])
    guard case .notStarted(let error) = ending else {
      Issue.record("\(ending)")
      return
    }
    #expect(error.code == ENOENT && "\(error)".contains("/nowhere/to/be/found"))
  }

  @Test func `A child program is not started with more input than a pipe holds`() async throws {
    let input = [UInt8](repeating: 0, count: ChildProgram.mostInput + 1)
    guard case .notStarted = try await run(["/bin/true"], input: input) else {
      Issue.record("it was started")
      return
    }
  }
}
