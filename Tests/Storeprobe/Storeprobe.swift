// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters
import Glibc
import ResourceModel
import ResourceStore
import SQL
import SQLite

/// Writes to a store until it is killed, moves one up to a step of the move, or measures one.
@main enum Storeprobe {
  private static let now = Timestamp(milliseconds: 1_795_402_800_000)

  private static func types() throws -> TypeSet {
    let declarations: DataValue = [
      [
        "name": "flowers", "prefix": "f",
        "attributes": [
          "name": ["type": "text", "required": true, "indexed": true, "searched": true],
          "code": ["type": "text", "unique": true], "price": ["type": "number", "indexed": true],
          "seen": ["type": "instant", "indexed": true], "stock": ["type": "integer"],
        ],
      ]
    ]
    return try TypeSet(declarations, in: "types.json")
  }

  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.count == 5, arguments.first == "move" { return try move(Array(arguments)) }
    guard arguments.count == 2, let path = arguments.last else {
      print("usage: storeprobe write|measure PATH | move PATH ADDRESS SCHEMA STEP")
      exit(2)
    }
    let store = try ResourceStore(path)
    _ = try store.setTypes(types(), options: [])
    switch arguments.first {
    case "write": try write(to: store)
    default: try measure(store, path)
    }
  }

  /// Creates records for ever, and prints the id of each when its write has returned.
  private static func write(to store: ResourceStore) throws {
    let attributes: DataDictionary = ["name": "Rose", "price": 4.5, "tags": ["new"]]
    while true {
      let write = ResourceWrite(.create(type: "flowers", nil, attributes))
      let answer = try store.write(WriteBatch([write]), at: now)
      guard case .done(let results) = answer else { continue }
      let line = Array("\(try results[0].get().resource.id)\n".utf8)
      // Safe: the call reads the bytes and keeps no pointer to them.
      let count = unsafe line.withUnsafeBytes { unsafe Glibc.write(1, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
    }
  }

  /// Moves a store to a schema of PostgreSQL, and at a step says so and waits to be killed.
  private static func move(_ words: [String]) throws {
    var settings = StoreMove.Settings()
    (settings.quickRound, settings.longestPause) = (.seconds(60), .seconds(60))
    _ = try StoreMove.run(
      fileAt: words[1],
      to: .store(at: words[2], password: nil, schema: words[3]),
      named: "the test",
      settings
    ) { event in
      guard "\(event)".hasPrefix(words[4]) else { return }
      print("reached \(words[4])")
      fflush(nil)
      while readLine() != nil {}
    }
  }

  private static func measure(_ store: ResourceStore, _ path: String) throws {
    let attributes: DataDictionary = ["name": "Rose", "price": 4.5, "stock": 3]
    let write = ResourceWrite(.create(type: "flowers", nil, attributes))
    let batch = WriteBatch(Array(repeating: write, count: 10_000), isAtomic: true)
    var plain = try plain("\(path)-plain")
    // Each is at a disadvantage once: what comes first finds nothing in the processor's caches.
    for round in 0..<5 {
      try time("create 10,000 in one batch", 10_000) {
        _ = try store.write(batch, at: now)
      }
      try time("the same rows by prepared statements", 10_000) {
        try plain.transaction { database in
          for number in 0..<10_000 { try insert(round * 10_000 + number, into: &database) }
        }
      }
    }
    let ids = try store.history.changes(since: 0, in: "", limit: 1_000).resources.map(\.id)
    try time("get by id", 20_000) {
      for index in 0..<20_000 { _ = try store.resource(ids[index % ids.count], withDeleted: false) }
    }
    guard let type = store.types["flowers"] else { return }
    var query = ResourceQuery(type)
    query.filter = try Filter("price >= 4", schema: type.filterSchema)
    query.order = [ResourceOrder("price")]
    query.count = .none
    try time("list 20 by an index", 2_000) { for _ in 0..<2_000 { _ = try store.page(query) } }
    try time("create one and wait for the disk", 500) {
      for _ in 0..<500 { _ = try store.write(WriteBatch([write]), at: now) }
    }
    try time("the same by prepared statements", 500) {
      for number in 50_000..<50_500 {
        try plain.transaction { try insert(number, into: &$0) }
      }
    }
  }

  /// A database with the store's own tables and indexes.
  private static func plain(_ path: String) throws -> Database {
    _ = try ResourceStore(path).setTypes(types(), options: [])
    var configuration = Database.Configuration()
    configuration.trustsSchema = true
    configuration.cacheKilobytes = 16_384
    return try Database(path, configuration)
  }

  private static func insert(_ number: Int, into database: inout Database) throws {
    let id = "f-01h455vb4pex5vsknk0\(1_000_000 + number)"
    let data = "{\"name\":\"Rose\",\"price\":4.5,\"stock\":3}"
    let time = now.milliseconds
    try database.run(
      """
      INSERT INTO object (uuid, type, zone, version, class, created, updated, data)
      VALUES (?, 'flowers', '', ?, 1, ?, ?, ?)
      """,
      [id, number, time, time, data]
    )
    try database.run(
      "INSERT INTO change (zone, version, uuid, op, at) VALUES ('', ?, ?, 'created', ?)",
      [number, id, time]
    )
    try database.run(
      "INSERT INTO text_flowers (rowid, body) VALUES (?, 'rose')",
      [number + 1]
    )
  }

  /// Prints the time and the processor's time of each of some units of work.
  private static func time(_ name: String, _ count: Int, _ body: () throws -> Void) throws {
    let (clock, processor) = (ContinuousClock(), Glibc.clock())
    let duration = try clock.measure(body)
    let used = Double(Glibc.clock() - processor) / Double(CLOCKS_PER_SEC) * 1e6 / Double(count)
    let spent = duration / .microseconds(1) / Double(count)
    print("\(name): \(rounded(spent)) us, of the processor \(rounded(used)) us")
  }

  private static func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}
