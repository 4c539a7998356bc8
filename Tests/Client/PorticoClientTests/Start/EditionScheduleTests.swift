// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import SeededTesting
import Testing

/// Editions are published, answers are late or fail, and an app shows screens and swaps, in any order.
@Suite(.timeLimit(.minutes(5))) struct `Random schedules of editions, answers and screens` {
  /// The app of one schedule, over several starts, and what it has shown.
  private struct Schedule {
    static let paths = ["/home", "/terms", "/news"]

    let seed: UInt64
    var random: SeededNumbers
    let app = AppUnderTest()
    var session: Session?
    /// What this session has shown, by path.
    var shown: [String: ContiguousArray<UInt8>] = [:]
    /// The newest config and editions of documents that this start has shown.
    var config: Int64 = 0
    var editions: [String: Int64] = [:]
    var screens = 0
    var pending: [Task<(session: Session, path: String, answer: PinnedAnswer)?, Never>] = []

    init(_ seed: UInt64) {
      self.seed = seed
      random = SeededNumbers(seed)
    }

    mutating func chance(_ percent: Int) -> Bool {
      Int.random(in: 0..<100, using: &random) < percent
    }

    mutating func run() async throws {
      try await start()
      for _ in 0..<16 {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<34: try await visit()
        case 34..<50: app.site.publish(changesConfig: chance(70))
        case 50..<64:
          let seconds = Int64.random(in: 0...45, using: &random)
          app.site.change { $0.now += seconds }
        case 64..<70: app.site.hold()
        case 70..<80: app.site.letGo()
        case 80..<84: app.site.change { $0.isDown.toggle() }
        case 84..<88: if let session { Task { try? await session.refresh() } }
        case 88..<96: await swap()
        default: try await start()
        }
      }
      await finish()
    }

    /// Ends the app, and starts it again with what is on its disk.
    mutating func start() async throws {
      await finish()
      let policies: [StartPolicy] = [.bundled, .cached, .wait(upTo: .seconds(2))]
      let policy = policies[Int.random(in: 0..<3, using: &random)]
      let bundle = chance(50) || policy == .bundled ? try app.bundle() : nil
      session = try? await app.start(policy, bundle)
      (shown, config, editions) = ([:], 0, [:])
      if let number = session?.config.number { see(config: number) }
    }

    private mutating func see(config number: Int64) {
      #expect(number >= config, "seed \(seed): config \(number) after \(config)")
      config = number
    }

    private mutating func swap() async {
      await finish()
      guard let next = session?.next(), next !== session else { return }
      (session, shown) = (next, [:])
      see(config: next.config.number ?? -1)
    }

    private mutating func visit() async throws {
      guard let session else { return }
      let path = Schedule.paths[Int.random(in: 0..<3, using: &random)]
      pending.append(
        Task {
          guard let answer = try? await session.screen(path) else { return nil }
          return (session, path, answer)
        }
      )
      if chance(60) { await finish() }
    }

    /// Lets all answers come, and looks at what is shown.
    mutating func finish() async {
      app.site.letGo()
      for task in pending {
        guard let (session, path, answer) = await task.value else { continue }
        screens += 1
        let (number, config) = (answer.number ?? -1, answer["config"]?.integer)
        #expect(config == session.config.number, "seed \(seed): two editions on \(path)")
        #expect(answer.edition == session.edition, "seed \(seed)")
        #expect(
          shown[path] ?? answer.document.json == answer.document.json,
          "seed \(seed): flicker"
        )
        shown[path] = answer.document.json
        #expect(number >= editions[path] ?? 0, "seed \(seed): \(path) went back to \(number)")
        editions[path] = number
      }
      pending = []
    }
  }

  @Test func `No screen has two editions, none changes, and no default follows a value`()
    async throws
  {
    var screens = 0
    let seeds = RandomRuns.seeds(0..<1_000)
    for seed in seeds {
      var schedule = Schedule(UInt64(seed))
      try await schedule.run()
      screens += schedule.screens
    }
    #expect(2 * screens > 3 * seeds.count)
  }
}
