// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Editions
import FolderTesting
import Foundation
import SiteTesting
import Sites
import Testing

@Suite struct `An edition on its way to another machine` {
  private let temporary = TemporaryFolder()
  private var folder: String { "\(temporary.path)/parcel" }

  private func history(_ name: String, limit: Int = 20) -> EditionHistory {
    EditionHistory("\(folder)/\(name)", limit: limit) { _ in }
  }

  private func publish(_ number: Int, to history: EditionHistory, at time: Int64) throws -> String {
    var compiler = SiteCompiler(
      MemorySite(["home": "{ datatype: \"a\", body: { number: \(number) } }"]),
      .common
    )
    let name = try #require(compiler.compile().edition).name
    try history.keep(name, compiler.files, at: UnixTime(seconds: time))
    return name
  }

  /// Sends an edition in pieces of some bytes; returns how many packs were sent.
  @discardableResult
  private func send(
    _ name: String,
    from sender: EditionHistory,
    to receiver: EditionHistory,
    at time: Int64 = 100
  ) throws -> Int {
    let parcel = try #require(try sender.parcel(of: name))
    let missing = parcel.packs.filter { !receiver.has($0) }
    for pack in missing {
      var offset = 0
      try receiver.take(pack) {
        guard offset < pack.size else { return nil }
        let count = min(7, pack.size - offset)
        defer { offset += count }
        return try sender.read(pack, from: offset, count: count)
      }
    }
    try receiver.take(parcel, at: UnixTime(seconds: time))
    return missing.count
  }

  @Test func `It is compiled there to the same edition, and sends no pack twice`() throws {
    let (sender, receiver) = (history("a"), history("b"))
    let first = try publish(1, to: sender, at: 1)
    let second = try publish(2, to: sender, at: 2)
    #expect(try send(first, from: sender, to: receiver) == 1)
    #expect(try send(second, from: sender, to: receiver, at: 101) == 1)
    #expect(receiver.entries().map(\.name) == [second, first])
    for name in [first, second] {
      var compiler = SiteCompiler(try #require(receiver.source(of: name)), .common)
      #expect(try #require(compiler.compile().edition).name == name)
    }
  }

  @Test func `An old edition stays where many newer ones are kept`() throws {
    let (sender, receiver) = (history("a"), history("b", limit: 2))
    let old = try publish(1, to: sender, at: 1)
    for number in 2...4 { _ = try publish(number, to: receiver, at: Int64(number)) }
    try send(old, from: sender, to: receiver)
    #expect(receiver.entries().first?.name == old)
  }

  @Test func `What does not come whole is not kept`() throws {
    let (sender, receiver) = (history("a"), history("b"))
    let name = try publish(1, to: sender, at: 1)
    let parcel = try #require(try sender.parcel(of: name))
    let pack = try #require(parcel.packs.first)
    var pieces: [[UInt8]] = [[1, 2, 3]]
    #expect(throws: SourceFault.self) { try receiver.take(pack) { pieces.popLast() } }
    #expect(!receiver.has(pack))
    #expect(throws: SourceFault.self) { try receiver.take(parcel, at: UnixTime(seconds: 1)) }
    #expect(receiver.entries().isEmpty)
  }

  @Test func `A manifest that leads out of the history is none`() throws {
    let line = #"{"version":1,"edition":"0123456789abcdef","published":1,"files":0,"#
    for pack in ["../../../etc/pass", "0123456789abcde", "0123456789ABCDEF"] {
      let text = line + "\"packs\":[{\"name\":\"\(pack)\",\"size\":1}]}"
      #expect(EditionParcel("0123456789abcdef", manifest: Array(text.utf8)) == nil)
    }
    let good = line + #""packs":[{"name":"0123456789abcdef","size":1}]}"#
    #expect(EditionParcel("0123456789abcdef", manifest: Array(good.utf8)) != nil)
    #expect(EditionParcel("0123456789abcdee", manifest: Array(good.utf8)) == nil)
    #expect(EditionParcel("../0123456789abc", manifest: Array(good.utf8)) == nil)
  }
}
