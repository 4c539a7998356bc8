// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Editions
import Files
import Foundation
import SiteTesting
import Testing

@Suite struct `The history of editions` {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("portico-history-\(UUID().uuidString)").path

  private func site(_ number: Int) -> MemorySite {
    MemorySite(["home": "{ datatype: \"a\", body: { number: \(number) } }"])
  }

  private func cleaned(_ body: (EditionHistory) throws -> Void) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body(EditionHistory(folder, limit: 3))
  }

  private func publish(_ number: Int, _ history: EditionHistory) throws -> String {
    var compiler = SiteCompiler(site(number))
    let name = try #require(compiler.compile().edition).name
    try history.keep(name, compiler.files, at: UnixTime(seconds: Int64(number)))
    return name
  }

  @Test func `keeps editions whole`() throws {
    try cleaned { history in
      let first = try publish(1, history)
      let second = try publish(2, history)
      #expect(history.entries().map(\.name) == [second, first])
      #expect(history.entries().map(\.fileCount) == [3, 3])
      var compiler = SiteCompiler(try #require(history.source(of: first)))
      let edition = try #require(compiler.compile().edition)
      #expect(edition.name == first)
      #expect(edition.answer("home", for: "") == #"{"datatype":"a","number":1}"#)
    }
  }

  @Test func `shares what editions have in common`() throws {
    try cleaned { history in
      for number in 1...3 { _ = try publish(number, history) }
      // Three homes, and one site and one config for all.
      #expect(try FileTree("\(folder)/objects").files.count == 5)
    }
  }

  @Test func `lets the oldest go, and what nobody needs with them`() throws {
    try cleaned { history in
      let names = try (1...5).map { try publish($0, history) }
      #expect(history.entries().map(\.name) == names.suffix(3).reversed())
      #expect(try FileTree("\(folder)/objects").files.count == 5)
      #expect(history.source(of: names[0]) == nil)
    }
  }

  @Test func `keeps the pinned edition`() throws {
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

  @Test func `says when a kept file is not what it was`() throws {
    try cleaned { history in
      let name = try publish(1, history)
      for file in try FileTree("\(folder)/objects").files {
        try Files.write([0], to: "\(folder)/objects/\(file.path)")
      }
      var compiler = SiteCompiler(try #require(history.source(of: name)))
      #expect(compiler.compile().edition == nil)
    }
  }

  @Test(arguments: ["", "../../etc/passwd", "0123456789abcdeg", "0123"])
  func `has no editions with other names`(name: String) throws {
    try cleaned { history in #expect(history.source(of: name) == nil) }
  }
}
