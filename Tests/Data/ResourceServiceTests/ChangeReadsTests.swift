// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Reactor
import Testing

@testable import ResourceService

@Suite(.timeLimit(.minutes(1))) struct `Event streams that read the same changes` {
  /// The reads of one loop, with what each begun read waits for.
  private final class Bench {
    let reads = ChangeReads()
    var begun = 0
    var pages: [String] = []
    let gate = Waiter()
  }

  private struct Broken: Error {}

  private static func question(_ announcements: UInt64) -> ChangeReads.Question {
    ChangeReads.Question(
      zone: "",
      since: SyncToken(4, rights: nil),
      authorization: nil,
      announcements: announcements
    )
  }

  /// Asks twice, and opens the gate on which the first read waits; returns the number of reads and the
  /// outcomes.
  private func ask(
    _ first: UInt64,
    _ second: UInt64,
    firstFails: Bool = false
  ) async throws -> (begun: Int, pages: [String]) {
    let loop = try RunningLoop()
    defer { loop.stop() }
    let bench = await loop.perform { core in LoopConfined(Bench(), to: core.loop.number) }
    await loop.perform { core in
      for announcements in [first, second] {
        core.loop.start {
          let bench = bench.value
          do {
            let page = try await bench.reads.page(Self.question(announcements)) {
              bench.begun += 1
              let number = bench.begun
              if number == 1 { await bench.gate.wait() }
              if firstFails, number == 1 { throw Broken() }
              return EventPage(
                [],
                token: SyncToken(Int64(number), rights: nil),
                hasMore: false,
                isReset: false
              )
            }
            bench.pages.append("\(page.token.version)")
          } catch {
            bench.pages.append("failed")
          }
        }
      }
    }
    try await waitUntil("the first read waits") {
      await loop.perform { _ in bench.value.gate.isWaiting }
    }
    await loop.perform { _ in bench.value.gate.wake() }
    try await waitUntil("both streams have their page") {
      await loop.perform { _ in bench.value.pages.count == 2 }
    }
    return await loop.perform { _ in (bench.value.begun, bench.value.pages.sorted()) }
  }

  @Test func `Two event streams at one place share a read`() async throws {
    let (begun, pages) = try await ask(7, 7)
    #expect(begun == 1 && pages == ["1", "1"])
  }

  @Test func `An event stream woken by a later commit does not share an earlier read`() async throws
  {
    let (begun, pages) = try await ask(7, 8)
    #expect(begun == 2 && pages == ["1", "2"])
  }

  @Test func `An event stream whose shared read fails reads by itself`() async throws {
    let (begun, pages) = try await ask(7, 7, firstFails: true)
    #expect(begun == 2 && pages == ["2", "failed"])
  }
}
