// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Message
import Reactor
import SiteTesting
import Sites

/// A site with passes, the service behind it, and the clock of both.
struct PassedSite {
  let site: SiteServer
  let service: PlainService

  var clock: ManualClock { site.clock }

  /// Writes the emergency file, or takes it away.
  func publish(_ emergency: String?) {
    site.site.write(emergency, to: Overlay.path)
    site.publish()
  }

  /// Lets time pass, step by step and no faster than the loop keeps up, until something is so.
  func moveClock(
    by step: Duration = .zero,
    until isSo: @escaping @Sendable () -> Bool
  ) async throws {
    try await waitUntil("the clock has moved far enough") {
      if isSo() { return true }
      clock.advance(by: step)
      try await site.settle()
      return isSo()
    }
  }

  static let passes = """
    "/kept": { backend: "open", cache: "standard" },
    "/both": { backend: "closed", cache: "standard" },
    "/open": { backend: "open", strip: true },
    "/open/deep": { backend: "open" },
    "/mine": { backend: "closed", methods: ["GET", "POST"], bodyBytes: 1000, timeout: "2s" },
    "/large": { backend: "open", bodyBytes: 100000000 },
    """

  /// - Parameters:
  ///   - address: of a service that is not ours.
  ///   - others: where the service should be as well.
  ///   - backends: those beside the two.
  init(
    passes: String = Self.passes,
    address: String? = nil,
    others: [String] = [],
    backends: String = "",
    events: EventLog? = nil,
    clock: ManualClock = ManualClock(wallSeconds: SiteServer.start),
    _ script: PlainService.Script? = nil
  ) async throws {
    service = try await PlainService(clock: clock, script ?? PlainService.echo)
    let addresses = (others + [address ?? service.address])
      .map { "\"\($0)\"" }.joined(separator: ", ")
    site = try await SiteServer(
      ["home": #"{ datatype: "screen", body: { title: "Home" } }"#],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: {
            open: { addresses: [\(addresses)] },
            closed: { addresses: [\(addresses)], credentials: true },
            \(backends)
          },
          passes: { \(passes) },
        }
        """,
      events: events,
      clock: clock
    )
  }
}
