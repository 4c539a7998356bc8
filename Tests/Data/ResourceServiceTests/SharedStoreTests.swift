// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import FolderTesting
import Foundation
import HTTPValues
import LoopTesting
import PostgreSQL
import ProgramTesting
import ResourceModel
import ResourceService
import ResourceStore
import ResourceStoreTesting
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A store that services of two processes share` {
  /// Two services over the same tables.
  private struct Shared {
    let first: ServiceUnderTest
    let second: ServiceUnderTest
    private let configuration: PostgreSQLConnection.Configuration

    init() throws {
      var configuration = PostgreSQLConnection.Configuration(
        try PostgreSQLCluster.shared.get().address()
      )
      configuration.schema = "t" + UUID().uuidString.lowercased()
      var settings = StoreSettings()
      settings.readers = 1
      let store = try ResourceStore(configuration, settings)
      _ = try store.setTypes(StoreSamples.types(), options: [])
      first = try ServiceUnderTest(over: store)
      second = try ServiceUnderTest(over: ResourceStore(configuration, settings))
      self.configuration = configuration
      for service in [first, second] {
        // What is kept may be older than the process.
        #expect(try service.tagsChangedElsewhere() == [["records"]])
        #expect(try service.tagsChangedElsewhere() == [])
      }
    }

    func execute(_ statement: String) throws {
      var database = PostgreSQLConnection(configuration)
      try database.execute(statement)
    }
  }

  @Test func `A commit is announced once by each process, and purges there what it made outdated`()
    async throws
  {
    try await onThread {
      let shared = try Shared()
      let heard = Mutex(0)
      let subscription = shared.second.service.feed.subscribe { heard.withLock { $0 += 1 } }
      let id = try shared.first.create(["name": "Rose"])
      #expect(shared.first.changedTags == [[id, "records-flowers"]])
      #expect(try shared.first.tagsChangedElsewhere() == [])
      #expect(heard.withLock(\.self) == 0)
      #expect(try shared.second.tagsChangedElsewhere() == [[id, "records-flowers"]])
      #expect(heard.withLock(\.self) == 1)
      #expect(try shared.second.tagsChangedElsewhere() == [])

      let own = try shared.second.create(["name": "Lily"])
      let other = try shared.first.send(.patch, "/v1/flowers/\(id)", [:], ["name": "Briar"])
      #expect(other.status == 200)
      #expect(try shared.second.tagsChangedElsewhere() == [[id, "records-flowers"]])
      #expect(try shared.first.tagsChangedElsewhere() == [[own, "records-flowers"]])
      shared.second.service.feed.cancel(subscription)
    }
  }

  @Test func `What a process that is replaced still writes to a file is heard by the new one`()
    async throws
  {
    try await onThread {
      let temporary = TemporaryFolder()
      let path = "\(temporary.path)/shared.sqlite"
      let old = try ServiceUnderTest(storedAt: path)
      let new = try ServiceUnderTest(over: ResourceStore(path))
      for service in [old, new] {
        #expect(try service.tagsChangedElsewhere() == [["records"]])
        #expect(try service.tagsChangedElsewhere() == [])
      }
      let heard = Mutex(0)
      let subscription = new.service.feed.subscribe { heard.withLock { $0 += 1 } }
      let id = try old.create(["name": "Rose"])
      #expect(try old.tagsChangedElsewhere() == [])
      #expect(try new.tagsChangedElsewhere() == [[id, "records-flowers"]])
      #expect(heard.withLock(\.self) == 1)
      let own = try new.create(["name": "Lily"])
      #expect(try new.tagsChangedElsewhere() == [])
      #expect(try old.tagsChangedElsewhere() == [[own, "records-flowers"]])
      let other = try new.send(.patch, "/v1/flowers/\(id)", [:], ["name": "Briar"])
      #expect(other.status == 200)
      _ = try old.create(["name": "Aster"])
      #expect(try new.tagsChangedElsewhere().count == 1)
      let fewer = try old.service.store.types.without("reviews")
      _ = try old.service.store.setTypes(fewer, options: [])
      _ = try new.create(["name": "Iris"])
      #expect(try new.tagsChangedElsewhere() == [["records"]])
      new.service.feed.cancel(subscription)
    }
  }

  @Test func `Other types, lost versions and very many commits make all answers outdated`()
    async throws
  {
    try await onThread {
      let shared = try Shared()
      let fewer = try shared.first.service.store.types.without("reviews")
      _ = try shared.first.service.store.setTypes(fewer, options: [])
      // A write takes over the types at once, a read after a second.
      let aster = try shared.second.create(["name": "Aster"])
      #expect(try shared.second.tagsChangedElsewhere() == [["records"]])

      try shared.execute("UPDATE zone SET version = version - 1")
      #expect(try shared.second.tagsChangedElsewhere() == [["records"]])
      #expect(try shared.second.tagsChangedElsewhere() == [])
      try shared.execute("UPDATE zone SET version = version + 1")
      #expect(try shared.second.tagsChangedElsewhere() == [[aster, "records-flowers"]])

      for size in [1_000, 1_000, 1] {
        let rows = DataValue.list((0..<size).map { ["name": .text("Flower \($0)")] })
        #expect(try shared.first.send(.post, "/v1/flowers", [:], rows).status == 200)
      }
      #expect(try shared.second.tagsChangedElsewhere() == [["records"]])
      #expect(try shared.first.tagsChangedElsewhere() == [["records"]])
      #expect(try shared.first.tagsChangedElsewhere() == [])
    }
  }

  @Test func `A sync token is refused once another process has converted records`() async throws {
    try await onThread {
      let shared = try Shared()
      _ = try shared.second.create(["name": "Rose"])
      let token = try shared.second.send(.get, "/v1/changes").json["syncToken"]?.string ?? ""
      let heard = Mutex(0)
      let subscription = shared.second.service.feed.subscribe { heard.withLock { $0 += 1 } }
      let sized: DataValue = ["attributes": ["size": ["type": "integer", "default": 3]]]
      let changed = try shared.first.send(.patch, "/v1/_schema/flowers", [:], sized)
      #expect(changed.status == 200, "\(changed.json)")
      let refused = try shared.second.send(.get, "/v1/changes?since=\(token)")
      #expect(refused.status == 410 && refused.json["code"] == "types-changed")
      let anew = try shared.second.send(.get, "/v1/changes?since=0").json
      #expect(anew["data"]?.elements?.map { $0["size"] } == [3])
      let next = anew["syncToken"]?.string ?? ""
      #expect(try shared.first.send(.get, "/v1/changes?since=\(next)").status == 200)
      // The second process takes over the types with its next write, and wakes who waits there.
      _ = try shared.second.create(["name": "Lily"])
      #expect(try shared.second.tagsChangedElsewhere() == [["records"]])
      #expect(heard.withLock(\.self) == 2)
      shared.second.service.feed.cancel(subscription)
    }
  }

  @Test func `A mail is sent by one process at a time, and by none once another one has sent it`()
    async throws
  {
    try await onThread {
      let shared = try Shared()
      let (now, services) = (StoreSamples.now, [shared.first.service, shared.second.service])
      let expires = now.advanced(byMilliseconds: 600_000)
      let mail = PeopleMail(kind: .reset, address: "ann@example.com", code: "c", expires: expires)
      try services[0].mails.keep(mail, as: "a", at: now)
      func turn(_ number: Int, after seconds: Int64) throws -> StoredMails.Turn {
        try services[number].mails.takeTurn(
          of: "a",
          for: "process \(number)",
          at: now.advanced(byMilliseconds: seconds * 1_000)
        )
      }
      #expect(try turn(0, after: 0) == .send && turn(1, after: 0) == .elsewhere)
      #expect(try turn(0, after: 10) == .send && turn(1, after: 29) == .elsewhere)
      #expect(try turn(1, after: 30) == .send && turn(0, after: 30) == .elsewhere)
      services[1].mails.forget("a")
      #expect(try turn(0, after: 31) == .over)
    }
  }
}
