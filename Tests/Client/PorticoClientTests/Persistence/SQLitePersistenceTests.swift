// SPDX-License-Identifier: Apache-2.0

import Foundation
import PorticoClient
import PorticoClientSQLite
import Testing

@Suite struct `A persistence in a database` {
  private let folder = TemporaryFolder()

  private var persistence: SQLitePersistence {
    SQLitePersistence(path: folder.file("objects").path)
  }

  @Test func `Nothing is read or made before it is needed`() {
    _ = persistence
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `Only the owner may read the files and the folder`() throws {
    let open = persistence
    try open.keep(records([#"{"uuid":"note-1"}"#]))
    let files = FileManager.default
    func mode(_ path: String) throws -> Int? {
      (try files.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }
    #expect(try mode(folder.path) == 0o700)
    for name in ["objects", "objects-wal", "objects-shm"] {
      #expect(try mode(folder.file(name).path) == 0o600, "\(name)")
    }
  }

  @Test func `After a synchronization the database file has everything`() throws {
    let first = persistence
    try first.keep(records([#"{"uuid":"note-1","a":1}"#]))
    try first.synchronize()
    let other = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: other.path, withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: folder.file("objects"), to: other.file("objects"))
    let copy = SQLitePersistence(path: other.file("objects").path)
    #expect(try copy.record("note-1")?.json?["a"] == 1)
  }

  @Test(arguments: ["no database", "broken", "of another format"])
  func `A file that is of no use begins anew`(file: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let place = folder.file("objects")
    switch file {
    case "no database": try Data("something else, and longer than a header".utf8).write(to: place)
    default:
      let first = persistence
      try first.keep(records((0..<50).map { #"{"uuid":"note-\#($0)"}"# }))
      try first.synchronize()
      var bytes = try Data(contentsOf: place)
      if file == "broken" {
        // The first page has the schema.
        for place in 100..<200 { bytes[place] = 0xFF }
      } else {
        // The number of the format stands in the header.
        bytes[63] = 99
      }
      for suffix in ["-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: place.path + suffix)
      }
      try bytes.write(to: place)
    }
    let opened = persistence
    #expect(try opened.record("note-1") == nil)
    try opened.keep(records([#"{"uuid":"note-1"}"#]))
    #expect(try persistence.record("note-1") != nil)
  }

  @Test func `A file that cannot be made is told with its path`() throws {
    try FileManager.default.createDirectory(
      at: folder.file("objects"),
      withIntermediateDirectories: true
    )
    let fault = #expect(throws: PersistenceFault.self) { try persistence.record("note-1") }
    #expect(fault.map { "\($0)" } == "opening of \(folder.path)/objects failed: Is a directory")
  }

  @Test func `Of a call that fails nothing is kept, and later calls work`() throws {
    let first = persistence
    try first.keep(records([#"{"uuid":"note-1","a":1}"#]))
    let other = try SQLiteFile(folder.file("objects").path)
    try other.run("BEGIN IMMEDIATE")
    #expect(throws: PersistenceFault.self) {
      try first.keep(records([#"{"uuid":"note-1","a":2}"#, #"{"uuid":"note-2"}"#]))
    }
    #expect(try first.record("note-1")?.json?["a"] == 1)
    try other.run("ROLLBACK")
    try first.keep(records([#"{"uuid":"note-2"}"#]))
    #expect(try first.record("note-2") != nil)
  }

  @Test func `A store keeps its objects and lists in it`() async throws {
    let first = ObjectStore(persistence: persistence)
    _ = try take(
      #"{"offset":0,"total":2,"data":[{"uuid":"note-1","text":"a"},{"uuid":"note-2"}]}"#,
      into: first
    )
    try await first.synchronize()
    let second = ObjectStore(persistence: persistence)
    let key = DisplayID.endpoint(EndpointKey("/v1/notes"))
    let snapshot = await second.load(key)
    #expect(snapshot.collection(key)?.items.map { $0 } == ["note-1", "note-2"])
    #expect(snapshot["note-1"]?["text"] == "a")
  }
}
