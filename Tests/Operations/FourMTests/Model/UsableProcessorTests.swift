// SPDX-License-Identifier: Apache-2.0

import Foundation
import Signals
import Sites
import Testing

@testable import FourM

@Suite struct `The use of the processor from which on promises are broken` {
  private typealias Share = (value: Double, basis: UsableProcessor.Basis)

  /// A window for each use.
  private static func windows(
    _ uses: [Double],
    _ isKept: (Double) -> Bool?
  ) -> [DemandWindow] {
    uses.map { use in
      var window = DemandWindow()
      (window.processor, window.isKept) = (use, isKept(use))
      return window
    }
  }

  /// From 1% of a core to all of it, in no order.
  private static let spread = (0..<100).map { Double($0 * 37 % 100 + 1) / 100 }

  private static func share(_ windows: [DemandWindow], of cores: Double = 1) -> Share? {
    UsableProcessor(windows)?.share(of: cores, assumed: 0.7)
  }

  @Test func `Where promises broke above a use, so much may be used`() throws {
    let windows = Self.windows(Self.spread) { $0 <= 0.45 }
    #expect(try #require(Self.share(windows)) == (0.455, .broken))
    #expect(try #require(Self.share(windows, of: 2)) == (0.2275, .broken))
  }

  @Test func `A few exceptions on either side change nothing`() throws {
    // A service that was slow in the night, and a minute of luck.
    let windows = Self.windows(Self.spread) { use in
      [0.05, 0.06, 0.3].contains(use) ? false : [0.8, 0.9].contains(use) ? true : use <= 0.45
    }
    #expect(try #require(Self.share(windows)) == (0.455, .broken))
  }

  @Test func `Promises that are kept at more use than is assumed do not raise it`() throws {
    let windows = Self.windows(Self.spread) { $0 <= 0.85 }
    #expect(try #require(Self.share(windows)) == (0.7, .assumed))
    #expect(Self.share(Self.windows(Self.spread) { _ in true }) == nil)
  }

  @Test func `Two windows with broken promises are an accident`() {
    #expect(Self.share(Self.windows(Self.spread.map { $0 / 2 }) { $0 <= 0.49 }) == nil)
    let three = Self.windows(Self.spread.map { $0 / 2 }) { $0 <= 0.485 }
    #expect(Self.share(three)?.basis == .broken)
  }

  @Test func `Promises that break at any use have another cause`() {
    let windows = Self.windows(Self.spread) { Int($0 * 100) % 2 == 0 }
    #expect(Self.share(windows) == nil)
    #expect(Self.share(Self.windows(Self.spread) { _ in false }) == nil)
  }

  @Test func `Windows without requests for which a promise counts show nothing`() {
    #expect(Self.share(Self.windows(Self.spread) { _ in nil }) == nil)
    #expect(Self.share(Self.windows([0.1, 0.2]) { _ in true }) == nil)
    #expect(Self.share([]) == nil)
  }

  @Test func `A window of the history is kept unless a route's promise was broken in it`() throws {
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let site = try ModelledSite()
    let begin = 1_700_006_400
    let monitor = try Monitor(
      site.registry,
      in: folder,
      limit: 64 << 20,
      Annotations(in: folder, at: Int64(begin)) { _ in },
      report: { _ in }
    )
    monitor.record(site.registry.snapshot(), at: Int64(begin), uptime: 0)
    // The promise is of 100 ms; the other route has none.
    let kinds: [() -> Void] = [
      { site.requests(100, ModelledSite.item) },
      { site.requests(100, ModelledSite.item, milliseconds: 150) },
      { site.requests(100, ModelledSite.home, milliseconds: 150) },
      { site.requests(100, ModelledSite.item, status: "502", error: "502") },
      { site.requests(100, ModelledSite.item, status: "499", error: "cancelled") },
    ]
    for (number, bring) in kinds.enumerated() {
      for second in 0..<10 {
        bring()
        let time = begin + number * 10 + second
        monitor.record(site.registry.snapshot(), at: Int64(time), uptime: Double(time - begin))
      }
    }
    let windows = monitor.demandWindows(site.expected.promises, now: begin + 50)
    #expect(windows?.map(\.isKept) == [true, false, nil, false, nil])
    #expect(monitor.demandWindows([:], now: begin + 50)?.allSatisfy { $0.isKept == nil } == true)
    monitor.end()
  }
}
