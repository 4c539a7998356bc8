// SPDX-License-Identifier: Apache-2.0

import Fleet
import FleetTesting
import LoopTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `What a store of a fleet removes` {
  private static let engines = [StoreEngine.sqlite, .postgreSQL]

  /// An edition with a list and a piece, given to a store.
  private static func send(_ number: UInt8, to store: any FleetStore) throws -> FleetEdition {
    _ = try store.keep([number, 1])
    let edition = FleetEdition("edition-\(number)", manifest: try store.keep([number]))
    let change = FleetSamples.entry(
      .publication(FleetSamples.change(edition)),
      UInt64(number) + 1
    )
    _ = try store.append([change])
    return edition
  }

  private static func has(_ number: UInt8, _ store: any FleetStore) throws -> Bool {
    let list = try store.fetch(BlobDigest(of: [number]))
    let piece = try store.fetch(BlobDigest(of: [number, 1]))
    #expect((list == nil) == (piece == nil))
    return list != nil
  }

  /// Removes what nobody needs, as the holder of the lease does.
  private static func tidy(_ store: any FleetStore) throws -> Int {
    let editions = try store.editions()
    var needed = Set(editions.map(\.manifest))
    for edition in editions {
      if let list = try store.fetch(edition.manifest) { needed.insert(BlobDigest(of: list + [1])) }
    }
    return try store.removeBlobs(besides: needed, of: editions)
  }

  @Test(arguments: engines)
  func `Editions go that are neither of the last twenty, of the last day nor served`(
    _ engine: StoreEngine
  ) async throws {
    try await StoreUnderTest.run(engine) { under in
      let store = try under.open()
      for number in 0..<25 { _ = try Self.send(UInt8(number), to: store) }
      // The log names all of them.
      #expect(try store.editions().count == 25)
      try under.age()
      var serving = FleetSamples.beat(1)
      serving = Beat(Self.report(1, serving: "edition-2", loaded: ["edition-3"]))
      _ = try store.beat(serving)
      #expect(try Self.tidy(store) == 6)
      for number in 0..<25 {
        #expect(try Self.has(UInt8(number), store) == (number >= 5 || number == 2 || number == 3))
      }
      #expect(try Self.tidy(store) == 0)
    }
  }

  private static func report(_ node: UInt64, serving: String, loaded: [String]) -> NodeReport {
    var report = NodeReport(NodeID(node), name: "node-\(node)")
    report.edition = serving
    report.loaded = loaded
    return report
  }

  @Test(arguments: engines)
  func `A blob that was kept in the last day stays, whoever needs it`(
    _ engine: StoreEngine
  ) async throws {
    try await StoreUnderTest.run(engine) { under in
      let store = try under.open()
      let old = try store.keep([1])
      let shared = try store.keep([2])
      try under.age()
      // An edition is on the way, and shares a blob with an earlier one.
      #expect(try under.open().keep([2]) == shared)
      let new = try store.keep([3])
      #expect(try Self.tidy(store) == 1)
      #expect(try store.fetch(old) == nil)
      #expect(try store.fetch(shared) == [2])
      #expect(try store.fetch(new) == [3])
    }
  }

  @Test(arguments: engines)
  func `The last publication is needed, however old it is and whatever was offered since`(
    _ engine: StoreEngine
  ) async throws {
    try await StoreUnderTest.run(engine) { under in
      let store = try under.open()
      let last = try Self.send(0, to: store)
      try under.age()
      for number in 1..<30 {
        let edition = FleetEdition("offer-\(number)", manifest: try store.keep([UInt8(number)]))
        _ = try store.append([FleetSamples.entry(.edition(edition), UInt64(number), by: 2)])
      }
      try under.age()
      _ = try store.beat(FleetSamples.beat(1))
      #expect(try store.editions().contains(last))
      _ = try Self.tidy(store)
      #expect(try Self.has(0, store))
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `A node that is removed is listed no more, other than one that lives`(
    _ engine: StoreEngine
  ) async throws {
    try await StoreUnderTest.run(engine) { under in
      let store = try under.open()
      _ = try store.beat(FleetSamples.beat(1))
      _ = try store.beat(FleetSamples.beat(2))
      func listed() throws -> [NodeID]? {
        var beat = FleetSamples.beat(3)
        beat.wantsNodes = true
        return try store.beat(beat).nodes?.map(\.report.id)
      }
      _ = try store.append([FleetSamples.entry(.removal(NodeID(2)), 1)])
      #expect(try listed() == [1, 2, 3].map { NodeID($0) })
      guard engine != .model else { return }
      try under.age()
      _ = try store.beat(FleetSamples.beat(1))
      _ = try store.append([FleetSamples.entry(.removal(NodeID(2)), 2)])
      #expect(try listed() == [1, 3].map { NodeID($0) })
      // It begins again.
      _ = try store.beat(FleetSamples.beat(2))
      #expect(try listed() == [1, 2, 3].map { NodeID($0) })
    }
  }
}
