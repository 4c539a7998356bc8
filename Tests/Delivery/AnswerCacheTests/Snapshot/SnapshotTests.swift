// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import SeededTesting
import Testing

extension Blob: SnapshotPayload {
  func write(to bytes: inout [UInt8]) { bytes += Array("\(name) \(byteCount)".utf8) }

  /// A blob as it was written.
  convenience init?(_ bytes: [UInt8]) {
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard words.count == 2 else { return nil }
    self.init(words[0], bytes: words[1])
  }
}

/// A payload that cannot be written down.
private final class Fleeting: CachePayload {
  var byteCount: Int { 1 }
}

extension AnswerStore {
  /// The bytes of a snapshot.
  func snapshot(at now: Int64 = 0) -> [UInt8] {
    var bytes: [UInt8] = []
    _ = StoreSnapshot(of: self).write(at: now) { bytes += $0 }
    return bytes
  }

  /// Takes a snapshot in, in pieces of a size.
  @discardableResult
  func restore(
    _ bytes: [UInt8],
    at now: Int64 = 0,
    grace: Int64 = 50,
    pieces: Int = 1_000
  ) -> RestoredSnapshot {
    var rest = bytes[...]
    func piece() -> [UInt8] {
      defer { rest = rest.dropFirst(pieces) }
      return Array(rest.prefix(pieces))
    }
    func blob(_: EntryKind, bytes: [UInt8]) -> (any CachePayload)? { Blob(bytes) }
    return StoreSnapshot(of: self).restore(at: now, grace: grace, payload: blob, piece)
  }
}

@Suite struct `A snapshot` {
  let old = AnswerStore(limits: StoreLimits(bytes: 1 << 20, shards: 4))
  let new = AnswerStore(limits: StoreLimits(bytes: 1 << 20, shards: 2))

  @Test(arguments: [1, 7, 100, 1 << 20])
  func `A snapshot restores all entries as refreshable, read in pieces of any size`(pieces: Int) {
    for number in 0..<50 {
      let kind = number % 2 == 0 ? EntryKind.answer : .fragment
      old.put("/\(number)\0x", Blob(number, bytes: number), kind: kind, tags: ["t\(number % 3)"])
    }
    let bytes = old.snapshot()
    let count = StoreSnapshot(of: old).write(at: 0) { (_: [UInt8]) in }
    #expect(count == 50)
    let result = new.restore(bytes, pieces: pieces)
    #expect(result.entries == 50 && result.isWhole)
    for number in 0..<50 { #expect(new.summary("/\(number)\0x", at: 0) == "refreshing \(number)") }
    #expect(new.entries(with: "t0") == 17)
    #expect(new.statistics.fragments == 25)
    #expect(new.statistics.bytes == old.statistics.bytes)
  }

  @Test func `A restored entry is stale from the start, and one caller refreshes it`() {
    old.put("/a", Blob(1), fresh: 1_000, revalidate: 200, error: 500)
    new.restore(old.snapshot(at: 300), at: 400)
    let (first, lease) = new.stale("/a", at: 400)
    let (second, other) = new.stale("/a", at: 400)
    #expect(first?.name == 1 && second?.name == 1)
    #expect(lease != nil && other == nil)
    #expect(new.summary("/a", at: 599) == "held 1")
    #expect(new.summary("/a", at: 600) == "onlyOnError 1")
    #expect(new.summary("/a", at: 900) == "miss")
  }

  @Test func `A restored entry without a window lives for the grace, within its old freshness`() {
    old.put("/long", Blob(1), fresh: 1_000)
    old.put("/short", Blob(2), fresh: 420)
    old.put("/over", Blob(3), fresh: 350)
    new.restore(old.snapshot(at: 300), at: 400, grace: 50)
    #expect(new.summary("/long", at: 449) == "refreshing 1")
    #expect(new.summary("/long", at: 450) == "miss")
    #expect(new.summary("/short", at: 419) == "refreshing 2")
    #expect(new.summary("/short", at: 420) == "miss")
    #expect(new.summary("/over", at: 400) == "miss")
  }

  @Test func `A snapshot leaves out hard purges and keeps the rest of a soft purge's window`() {
    for name in ["/hard", "/soft", "/kept"] {
      old.put(name, Blob(1), fresh: 1_000, revalidate: 100, tags: [name])
    }
    old.purge(tag: "/hard", .hard, at: 200)
    old.purge(tag: "/soft", .soft, at: 200)
    new.restore(old.snapshot(at: 210), at: 210)
    #expect(new.summary("/hard", at: 210) == "miss")
    #expect(new.summary("/soft", at: 299) == "refreshing 1")
    #expect(new.summary("/soft", at: 300) == "miss")
    #expect(new.summary("/kept", at: 309) == "refreshing 1")
  }

  @Test func `Purges replayed after a restored snapshot hit its entries`() {
    old.put("/a", Blob(1), tags: ["t"])
    old.put("/b", Blob(2), tags: ["u"])
    new.restore(old.snapshot())
    new.purge(tag: "t", .hard)
    #expect(new.summary("/a", at: 0) == "miss")
    #expect(new.summary("/b", at: 0) == "refreshing 2")
  }

  @Test func `A snapshot leaves out marks and payloads that cannot be written`() {
    old.put("/none", Blob(1), kind: .negative)
    old.put("/me", Blob(2), kind: .pass)
    let lifetime = EntryLifetime(storedAt: 0, freshUntil: 100)
    old.store(
      NewEntry(old.key("/fleeting"), Fleeting(), lifetime: lifetime, privacy: .shared),
      at: 0
    )
    let result = new.restore(old.snapshot())
    #expect(result.entries == 0 && result.isWhole)
  }

  @Test func `A restored snapshot does not replace what was fetched meanwhile`() {
    old.put("/a", Blob(1))
    new.put("/a", Blob(2))
    #expect(new.restore(old.snapshot()).entries == 0)
    #expect(new.summary("/a", at: 0) == "fresh 2")
  }

  @Test func `A snapshot of a larger store fills a smaller one within its budget`() {
    for number in 0..<100 { old.put("/\(number)", Blob(number, bytes: 1_000)) }
    let small = AnswerStore(limits: StoreLimits(bytes: 20_000, entryBytes: 5_000, shards: 1))
    let result = small.restore(old.snapshot())
    #expect(result.isWhole)
    #expect(small.statistics.bytes <= 20_000)
    #expect(small.statistics.entries > 5)
  }

  @Test func `A snapshot cut off anywhere restores the entries before the cut`() {
    for number in 0..<3 { old.put("/\(number)", Blob(number), tags: ["t"]) }
    let bytes = old.snapshot()
    for length in 0..<bytes.count {
      let store = AnswerStore(limits: StoreLimits(bytes: 1 << 20, shards: 1))
      let result = store.restore(Array(bytes.prefix(length)))
      #expect(!result.isWhole)
      #expect(result.entries == store.statistics.entries)
    }
  }

  @Test func `A snapshot with any byte changed restores no entry that it did not hold`() {
    for number in 0..<3 { old.put("/\(number)", Blob(number), tags: ["t"]) }
    let bytes = old.snapshot()
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= 0x41
      let store = AnswerStore(limits: StoreLimits(bytes: 1 << 20, shards: 1))
      let result = store.restore(damaged)
      #expect(!result.isWhole)
      #expect(result.entries < 3 || place >= bytes.count - 12)
      for number in 0..<3 {
        let found = store.summary("/\(number)", at: 0)
        #expect(found == "refreshing \(number)" || found == "miss")
      }
    }
  }

  @Test(arguments: 1...20)
  func `A snapshot of random bytes restores nothing`(seed: UInt64) {
    var random = SeededNumbers(seed)
    let heading = Array("Portico answers 2\n".utf8)
    for _ in 0..<50 {
      let noise = (0..<Int.random(in: 0..<200, using: &random)).map { _ in
        UInt8.random(in: 0...(Bool.random(using: &random) ? 255 : 3), using: &random)
      }
      #expect(new.restore(heading + noise).entries == 0)
      #expect(new.restore(noise).entries == 0)
    }
  }
}
