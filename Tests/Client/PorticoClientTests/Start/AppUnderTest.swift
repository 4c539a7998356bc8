// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

/// An app with a model site, a disk and clocks that a test moves.
struct AppUnderTest: Sendable {
  let site = ModelSite()
  let clock = ManualClock()
  let disk = GatedDisk()

  /// A client as the next start of the app makes it.
  func client(
    version: String = "1",
    languages: String = "en",
    disk: GatedDisk? = nil
  ) throws -> Client {
    let url = try #require(WebAddress("https://shop.example/config"))
    let site = site
    return Client(
      Environment(name: "production", configURL: url),
      fields: ["X-App": "version=\(version)", "Accept-Language": languages],
      transport: site,
      persistence: disk ?? self.disk,
      clock: { site.now }
    )
  }

  func start(
    _ policy: StartPolicy = .cached,
    _ bundle: FirstEdition? = nil,
    version: String = "1"
  ) async throws -> Session {
    try await client(version: version).start(policy, from: bundle, clock: clock)
  }

  /// Runs the app until its home screen is on the disk, and ends it.
  func runOnce() async throws {
    let client = try client()
    _ = try await client.start(clock: clock).screen("/home")
    try await client.store.synchronize()
  }

  /// The edition that an app ships with: that of the number 0.
  func bundle(expire: Int64 = 1_799_999_000) throws -> FirstEdition {
    let config = #"{"datatype":"config","edition":0,"home":"/home","_expire":"\#(expire)"}"#
    let home =
      #"{"datatype":"screen","edition":0,"config":0,"path":"/home","_expire":"\#(expire)"}"#
    return try FirstEdition(config: Array(config.utf8), documents: ["/home": Array(home.utf8)])
  }
}

extension Session {
  /// The first status for which something holds.
  func status(where isIt: (SessionStatus) -> Bool) async -> SessionStatus? {
    var changes = changes.makeAsyncIterator()
    while let status = await changes.next() {
      if isIt(status) { return status }
    }
    return nil
  }

  /// Waits until a newer edition or newer answers are offered, and changes to them.
  func nextOnceOffered() async -> Session {
    _ = await status { $0.newer != nil }
    return next()
  }
}

extension PinnedAnswer {
  var number: Int64? { self["edition"]?.integer }
}
