// SPDX-License-Identifier: Apache-2.0

import Foundation
import PorticoClient
import PorticoClientSQLite
import SeededTesting
import Testing

/// A folder that is removed with the value.
final class TemporaryFolder: Sendable {
  let path = NSTemporaryDirectory() + "portico-client-\(UUID())"
  deinit { try? FileManager.default.removeItem(atPath: path) }
  func file(_ name: String) -> URL { URL(fileURLWithPath: path + "/" + name) }
}

func records(_ objects: [String]) throws -> RecordList {
  var (parser, batch) = (AnswerParser(), ObjectBatch(expires: 100))
  try parser.read(Array("[\(objects.joined(separator: ","))]".utf8)[...], into: &batch)
  _ = try parser.finish(into: &batch)
  return RecordList(batch.bytes)
}

func removal(_ id: String) -> RecordList {
  var batch = ObjectBatch()
  batch.remove(id)
  return RecordList(batch.bytes)
}

extension RecordList {
  var json: JSONValue? { objects.first.flatMap { try? JSONValue(json: $0.json) } }
}

/// Every persistence keeps the same promises.
@Suite struct `A persistence` {
  enum Kind: CaseIterable { case memory, files, filesOpenedAnew, database, databaseOpenedAnew }

  /// A persistence, made anew for each use where files are to be opened anew.
  private struct Subject {
    let folder = TemporaryFolder()
    private let first: any ObjectPersistence
    private let opensAnew: Bool

    init(_ kind: Kind) {
      opensAnew = kind == .filesOpenedAnew || kind == .databaseOpenedAnew
      first =
        switch kind {
        case .memory: MemoryPersistence()
        case .files, .filesOpenedAnew: FilePersistence(folder: folder.path)
        case .database, .databaseOpenedAnew: SQLitePersistence(path: folder.file("objects").path)
        }
    }

    var now: any ObjectPersistence {
      guard opensAnew else { return first }
      return first is SQLitePersistence
        ? SQLitePersistence(path: folder.file("objects").path)
        : FilePersistence(folder: folder.path)
    }
  }

  @Test(arguments: Kind.allCases)
  func `An object that was kept is there, with the fields of all its records`(kind: Kind) throws {
    let subject = Subject(kind)
    try subject.now.keep(records([#"{"uuid":"note-1","a":1}"#, #"{"uuid":"note-2"}"#]))
    try subject.now.keep(records([#"{"uuid":"note-1","b":2}"#]))
    #expect(try subject.now.record("note-1")?.json == ["uuid": "note-1", "a": 1, "b": 2])
    #expect(try subject.now.record("note-2")?.json == ["uuid": "note-2"])
    #expect(try subject.now.record("note-3") == nil)
  }

  @Test(arguments: Kind.allCases)
  func `Of two records of one object in a call, the second adds to the first`(kind: Kind) throws {
    let subject = Subject(kind)
    try subject.now.keep(records([#"{"uuid":"note-1","a":1}"#, #"{"uuid":"note-1","b":2}"#]))
    #expect(try subject.now.record("note-1")?.json == ["uuid": "note-1", "a": 1, "b": 2])
  }

  @Test(arguments: Kind.allCases)
  func `A removed object is gone, and may come again`(kind: Kind) throws {
    let subject = Subject(kind)
    try subject.now.keep(records([#"{"uuid":"note-1","a":1}"#]))
    try subject.now.keep(removal("note-1"))
    try subject.now.keep(removal("note-9"))
    #expect(try subject.now.record("note-1") == nil)
    try subject.now.keep(records([#"{"uuid":"note-1","b":2}"#]))
    #expect(try subject.now.record("note-1")?.json == ["uuid": "note-1", "b": 2])
  }

  @Test(arguments: Kind.allCases)
  func `An older version of an object changes nothing`(kind: Kind) throws {
    let subject = Subject(kind)
    try subject.now.keep(records([#"{"uuid":"note-1","_version":4,"a":1}"#]))
    try subject.now.keep(records([#"{"uuid":"note-1","_version":3,"a":0,"b":2}"#]))
    #expect(try subject.now.record("note-1")?.json == ["uuid": "note-1", "_version": 4, "a": 1])
  }

  @Test(arguments: Kind.allCases)
  func `Everything is visited, until the visitor has enough, and can be removed`(kind: Kind) throws
  {
    let subject = Subject(kind)
    for number in 0..<100 { try subject.now.keep(records([#"{"uuid":"note-\#(number)"}"#])) }
    try subject.now.keep(removal("note-7"))
    let visited = Locked<[String]>([])
    try subject.now.visit { record in
      visited.withLock { $0 += record.records.map(\.id) }
      return true
    }
    #expect(Set(visited.withLock { $0 }).count == 99)
    let few = Locked(0)
    try subject.now.visit { _ in
      few.withLock { count in
        count += 1
        return count < 3
      }
    }
    #expect(few.withLock { $0 } == 3)
    try subject.now.removeAll()
    #expect(try subject.now.record("note-1") == nil)
    try subject.now.keep(records([#"{"uuid":"note-1"}"#]))
    #expect(try subject.now.record("note-1") != nil)
  }

  /// Random writes with synchronizations between them, held against a dictionary.
  @Test(arguments: Kind.allCases, 0..<3)
  func `A persistence has what a dictionary would have`(kind: Kind, seed: UInt64) throws {
    let subject = Subject(kind)
    var random = SeededNumbers(seed)
    var expected: [String: JSONValue] = [:]
    for step in 0..<400 {
      let id = "note-\(Int.random(in: 0..<60, using: &random))"
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        expected[id] = nil
        try subject.now.keep(removal(id))
      case 1: try subject.now.synchronize()
      default:
        let field = "field\(Int.random(in: 0..<4, using: &random))"
        var object = expected[id]?.object ?? ["uuid": .string(id)]
        object[field] = .integer(Int64(step))
        expected[id] = .object(object)
        try subject.now.keep(records([#"{"uuid":"\#(id)","\#(field)":\#(step)}"#]))
      }
    }
    for number in 0..<60 {
      #expect(try subject.now.record("note-\(number)")?.json == expected["note-\(number)"])
    }
  }
}

@Suite struct `A persistence in files` {
  private let folder = TemporaryFolder()

  private var persistence: FilePersistence { FilePersistence(folder: folder.path) }

  @Test func `Nothing is read or made before it is needed`() {
    _ = persistence
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test func `Only the owner may read the files and the folder`() throws {
    try persistence.keep(records([#"{"uuid":"note-1"}"#]))
    let files = FileManager.default
    func mode(_ path: String) throws -> Int? {
      (try files.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }
    #expect(try mode(folder.path) == 0o700)
    #expect(try mode(folder.file("objects").path) == 0o600)
    #expect(try mode(folder.file("index").path) == 0o600)
  }

  @Test func `A log that ends anywhere has all that was written before, and takes more`() throws {
    let log = folder.file("objects")
    let first = persistence
    try first.keep(records([#"{"uuid":"note-1","a":1}"#]))
    let whole = try Data(contentsOf: log).count
    try first.keep(records([#"{"uuid":"note-1","a":2}"#, #"{"uuid":"note-2"}"#]))
    let all = try Data(contentsOf: log)
    for size in whole..<all.count {
      try all.prefix(size).write(to: log)
      let opened = persistence
      #expect(try opened.record("note-1")?.json?["a"] == 1, "\(size)")
      #expect(try opened.record("note-2") == nil)
      try opened.keep(records([#"{"uuid":"note-3"}"#]))
      #expect(try persistence.record("note-3") != nil)
    }
  }

  @Test func `A changed byte hides what follows it, and nothing before it`() throws {
    for number in 0..<3 { try persistence.keep(records([#"{"uuid":"note-\#(number)"}"#])) }
    let log = folder.file("objects")
    var bytes = try Data(contentsOf: log)
    bytes[bytes.count - 60] ^= 1
    try bytes.write(to: log)
    #expect(try persistence.record("note-0") != nil)
    #expect(try persistence.record("note-2") == nil)
  }

  @Test(arguments: ["lost", "empty", "torn", "of another log"])
  func `An index that is of no use is made anew from the log`(index: String) throws {
    let first = persistence
    try first.keep(records([#"{"uuid":"note-1","a":1}"#]))
    try first.synchronize()
    let file = folder.file("index")
    var bytes = try Data(contentsOf: file)
    switch index {
    case "lost": try FileManager.default.removeItem(at: file)
    case "empty": try Data().write(to: file)
    case "torn":
      bytes[20] ^= 1
      try bytes.write(to: file)
    default:
      let other = TemporaryFolder()
      let another = FilePersistence(folder: other.path)
      try another.keep(records((0..<50).map { #"{"uuid":"tag-\#($0)"}"# }))
      try another.synchronize()
      try Data(contentsOf: other.file("index")).write(to: file)
    }
    #expect(try persistence.record("note-1")?.json?["a"] == 1)
    #expect(try persistence.record("tag-1") == nil)
  }

  @Test func `A folder of another format begins anew`() throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try Data("something else".utf8).write(to: folder.file("objects"))
    #expect(try persistence.record("note-1") == nil)
    try persistence.keep(records([#"{"uuid":"note-1"}"#]))
    #expect(try persistence.record("note-1") != nil)
  }

  @Test func `A folder that cannot be made is told with its path`() throws {
    try Data().write(to: URL(fileURLWithPath: folder.path))
    let fault = #expect(throws: PersistenceFault.self) {
      try FilePersistence(folder: folder.path + "/below").record("note-1")
    }
    #expect(fault.map { "\($0)" } == "making of \(folder.path)/below failed: Not a directory")
  }

  @Test func `Many objects at once are there at any time, with and without an end of the process`()
    throws
  {
    let first = persistence
    var expected: [String: JSONValue] = [:]
    for round in 0..<6 {
      // Each round has some objects of the one before, and makes the index grow.
      let numbers = round * 2_000..<round * 2_000 + 3_000
      let texts = numbers.map { #"{"uuid":"note-\#($0)","round":\#(round)}"# }
      try first.keep(records(texts))
      for number in numbers { expected["note-\(number)"] = .integer(Int64(round)) }
      let removed = "note-\(round * 2_000 + 7)"
      try first.keep(removal(removed))
      expected[removed] = nil
      if round == 3 { try first.synchronize() }
      for opened in [first, persistence] {
        for number in stride(from: 0, to: numbers.upperBound, by: 97) {
          let id = "note-\(number)"
          #expect(try opened.record(id)?.json?["round"] == expected[id], "\(id), round \(round)")
        }
        #expect(try opened.record(removed) == nil)
        #expect(try opened.record("note-\(numbers.upperBound)") == nil)
      }
    }
    try first.synchronize()
    var visited = 0
    try persistence.visit { record in
      visited += 1
      return record.objects.allSatisfy { expected[$0.id] == $0["round"] }
    }
    #expect(visited == expected.count)
  }

  @Test func `A log of which most is of no use is written anew`() throws {
    let text = String(repeating: "x", count: 4_000)
    let first = persistence
    for step in 0..<1_200 {
      try first.keep(records([#"{"uuid":"note-\#(step % 40)","n":\#(step),"text":"\#(text)"}"#]))
    }
    let before = try Data(contentsOf: folder.file("objects")).count
    #expect(before > 4_800_000)
    try first.synchronize()
    #expect(try Data(contentsOf: folder.file("objects")).count < 200_000)
    for opened in [first, persistence] {
      for number in 0..<40 {
        #expect(try opened.record("note-\(number)")?.json?["n"] == .integer(Int64(1_160 + number)))
      }
    }
    try first.keep(records([#"{"uuid":"note-0","n":-1}"#]))
    #expect(try persistence.record("note-0")?.json?["n"] == -1)
    #expect(!FileManager.default.fileExists(atPath: folder.file("objects.new").path))
  }
}
