// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Editions
import Files
import FolderTesting
import Foundation
import SiteTesting
import Sites
import Synchronization
import Testing

@Suite struct `History of editions` {
  private let temporary = TemporaryFolder()
  private var folder: String { "\(temporary.path)/history" }

  /// What the history says that it cannot read or remove.
  private final class Reports: Sendable {
    let lines = Mutex<[String]>([])
  }
  private let reports = Reports()

  private func site(_ number: Int) -> MemorySite {
    MemorySite(["home": "{ datatype: \"a\", body: { number: \(number) } }"])
  }

  private func cleaned(_ body: (EditionHistory) throws -> Void) throws {
    try body(
      EditionHistory(folder, limit: 3) { [reports] line in
        reports.lines.withLock { $0.append(line) }
      }
    )
  }

  private func publish(_ number: Int, _ history: EditionHistory) throws -> String {
    var compiler = SiteCompiler(site(number), .common)
    let name = try #require(compiler.compile().edition).name
    try history.keep(name, compiler.files, at: UnixTime(seconds: Int64(number)))
    return name
  }

  @Test func `A kept edition is compiled again to the same edition`() throws {
    try cleaned { history in
      let first = try publish(1, history)
      let second = try publish(2, history)
      #expect(history.entries().map(\.name) == [second, first])
      #expect(history.entries().map(\.fileCount) == [3, 3])
      var compiler = SiteCompiler(try #require(history.source(of: first)), .common)
      let edition = try #require(compiler.compile().edition)
      #expect(edition.name == first)
      #expect(edition.answer("home", for: "") == #"{"datatype":"a","number":1}"#)
    }
  }

  private func packs() throws -> [FileEntry] { try FileTree("\(folder)/packs").files }

  @Test func `Kept editions share the files that they have in common`() throws {
    try cleaned { history in
      for number in 1...3 { _ = try publish(number, history) }
      // One site and one config with the first home, and two more homes.
      let home = "{ datatype: \"a\", body: { number: 1 } }".utf8.count
      let sizes = try packs().map(\.size)
      #expect(sizes.count == 3)
      #expect(sizes.count { $0 == home } == 2)
    }
  }

  @Test func `No pack is removed while a manifest cannot be read`() throws {
    try cleaned { history in
      for number in 1...3 { _ = try publish(number, history) }
      // Opens, and cannot be read from its beginning.
      let manifest = "\(folder)/manifests/0123456789abcdef.jsonl"
      let files = FileManager.default
      try files.createSymbolicLink(atPath: manifest, withDestinationPath: "/proc/self/mem")
      _ = try publish(4, history)
      #expect(history.entries().count == 4)
      #expect(try packs().count == 4)
      let lines = reports.lines.withLock { $0 }
      #expect(lines.contains { $0.contains("edition 0123456789abcdef counts as not kept") })
      #expect(lines.contains { $0.contains("stay on the disk") })
      try files.removeItem(atPath: manifest)
      _ = try publish(5, history)
      #expect(history.entries().count == 3)
    }
  }

  @Test func `A manifest of another version counts as not kept, and its packs stay`() throws {
    try cleaned { history in
      for number in 1...3 { _ = try publish(number, history) }
      let oldest = try #require(history.entries().last?.name)
      let path = "\(folder)/manifests/\(oldest).jsonl"
      let text = String(decoding: try Files.read(path), as: UTF8.self)
      #expect(text.hasPrefix(#"{"version":1,"#))
      let later = text.replacingOccurrences(of: #""version":1"#, with: #""version":2"#)
      try Files.write(Array(later.utf8), to: path)
      _ = try publish(4, history)
      #expect(!history.has(oldest) && history.entries().count == 3)
      #expect(try packs().count == 4)
      let lines = reports.lines.withLock { $0 }
      #expect(lines.contains { $0.contains("a manifest of version 2, expected 1") })
      let unversioned = text.replacingOccurrences(of: #""version":1,"#, with: "")
      try Files.write(Array(unversioned.utf8), to: path)
      #expect(history.has(oldest))
    }
  }

  @Test func `A malformed file of the pinned edition is reported, and no edition counts as pinned`()
    throws
  {
    try cleaned { history in
      let name = try publish(1, history)
      try history.pin(name)
      #expect(history.pinned == name && reports.lines.withLock { $0 } == [])
      try Files.write(Array("nothing".utf8), to: "\(folder)/pinned")
      #expect(history.pinned == nil)
      let line = "\(folder)/pinned holds no name of an edition; none counts as pinned"
      #expect(reports.lines.withLock { $0 } == [line])
    }
  }

  @Test func `An edition of 500 documents is kept in two files`() throws {
    try cleaned { history in
      let documents = (0..<500).map { ("page-\($0)", "{ datatype: \"a\", body: { a: \($0) } }") }
      var compiler = SiteCompiler(MemorySite(Dictionary(uniqueKeysWithValues: documents)), .common)
      let edition = try #require(compiler.compile().edition)
      try history.keep(edition.name, compiler.files, at: UnixTime(seconds: 1))
      #expect(try FileTree(folder).files.count == 2)
      let kept = try #require(history.source(of: edition.name))
      for file in try kept.files() {
        #expect(try kept.read(file.path, limit: .max).count == file.size)
      }
    }
  }

  @Test func `A hundred editions with one changed document each are kept in few packs`() throws {
    try cleaned { history in
      var documents: [String: String] = [:]
      for number in 0..<100 { documents["page-\(number)"] = "{ datatype: \"a\", body: { a: 0 } }" }
      let site = MemorySite(documents)
      var compiler = SiteCompiler(site, .common)
      for number in 0..<100 {
        site.write(
          "{ datatype: \"a\", body: { a: \(number + 1) } }",
          to: "Content/page-\(number).json5"
        )
        let edition = try #require(compiler.compile().edition)
        try history.keep(edition.name, compiler.files, at: UnixTime(seconds: Int64(number)))
        let kept = try #require(history.source(of: edition.name))
        #expect(try kept.files().count == 102)
        // Reading all files of all editions would be 10,000 files.
        guard number % 10 == 9 else { continue }
        for file in try kept.files() { _ = try kept.read(file.path, limit: .max) }
      }
      // Three editions are kept, each of at most so many.
      #expect(try packs().count <= EditionHistory.maximumPacks + 2)
    }
  }

  @Test func `An edition whose pack is gone is not listed, and unfinished drafts are removed`()
    throws
  {
    try cleaned { history in
      let first = try publish(1, history)
      for file in try packs() { try Files.remove("\(folder)/packs/\(file.path)") }
      #expect(!history.has(first))
      #expect(history.entries() == [])
      try Files.write([1, 2, 3], to: "\(folder)/packs/.0123456789abcdef.1.2.new")
      let second = try publish(2, history)
      #expect(history.entries().map(\.name) == [second])
      #expect(try packs().count == 1)
      #expect(try FileDraft.names(in: "\(folder)/packs") == [])
    }
  }

  @Test(arguments: [0, 1, 40, 200])
  func `An edition with a truncated manifest is not in the history`(length: Int) throws {
    try cleaned { history in
      let name = try publish(1, history)
      let path = "\(folder)/manifests/\(name).jsonl"
      let bytes = try Files.read(path)
      try Files.write(Array(bytes.prefix(length)), to: path)
      #expect(history.source(of: name) == nil)
    }
  }

  @Test func `The oldest edition is removed beyond the limit, with the packs that it alone needs`()
    throws
  {
    try cleaned { history in
      let names = try (1...5).map { try publish($0, history) }
      #expect(history.entries().map(\.name) == names.suffix(3).reversed())
      // Three homes, and the site and the config that were new with the first edition.
      #expect(try packs().count == 4)
      #expect(history.source(of: names[0]) == nil)
    }
  }

  @Test func `A pinned edition is kept beyond the limit`() throws {
    try cleaned { history in
      let first = try publish(1, history)
      #expect(history.pinned == nil)
      try history.pin(first)
      for number in 2...6 { _ = try publish(number, history) }
      #expect(history.pinned == first)
      #expect(history.source(of: first) != nil)
      try history.pin(nil)
      #expect(history.pinned == nil)
    }
  }

  @Test func `A kept edition with damaged files is not compiled`() throws {
    try cleaned { history in
      let name = try publish(1, history)
      for file in try packs() {
        let zeros = [UInt8](repeating: 0, count: file.size)
        try Files.write(zeros, to: "\(folder)/packs/\(file.path)")
      }
      var compiler = SiteCompiler(try #require(history.source(of: name)), .common)
      #expect(compiler.compile().edition == nil)
    }
  }

  @Test(arguments: ["", "../../etc/passwd", "0123456789abcdeg", "0123"])
  func `A malformed edition name is not in the history`(name: String) throws {
    try cleaned { history in #expect(history.source(of: name) == nil) }
  }
}
