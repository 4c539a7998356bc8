// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import Files
import FolderTesting
import Foundation
import Sites
import Testing

@testable import Purging

extension TemporaryFolder {
  var journal: String { "\(path)/\(PurgeJournal.fileName)" }
}

private func job(
  _ id: String,
  _ target: Purge.Target = .tags(["é \"x\""]),
  _ state: PurgeJob.State = .queued
) -> PurgeJob {
  var leg = PurgeJob.Leg(edge: "cdn", kind: .fastly)
  leg.state = state
  leg.attempts = 3
  leg.status = 200
  leg.error = "a \"quoted\" error\nof two lines"
  leg.note = "note"
  leg.at = 17
  leg.repeats = 1
  leg.consistentAfterMilliseconds = 12
  return PurgeJob(
    id: id,
    Purge(target, .soft, samples: ["/a"]),
    reason: id == "a" ? "edition published" : nil,
    submitted: 16,
    legs: [leg]
  )
}

@Suite struct `The journal of purges` {
  @Test(arguments: [
    Purge.Target.tags(["a", "b"]), .paths(["/a?b=c"]), .paths(["/a"], tags: ["b"]), .prefix("/a/"),
    .everything,
  ])
  func `The purge journal reads back the jobs that it has written`(target: Purge.Target) throws {
    let folder = TemporaryFolder()
    let (journal, none) = try PurgeJournal.open(in: folder.path) { _ in }
    #expect(none == [])
    let kept = job("a", target, .done)
    try journal.keep(kept, count: 1) { [kept] }
    #expect(try PurgeJournal.open(in: folder.path) { _ in }.jobs == [kept])
  }

  @Test
  func `The purge journal restores each job's last state, and interrupted ones as queued`() throws {
    let folder = TemporaryFolder()
    let (journal, _) = try PurgeJournal.open(in: folder.path) { _ in }
    for state in [PurgeJob.State.queued, .sending, .done] {
      try journal.keep(job("a", .everything, state), count: 2) { [] }
      try journal.keep(job("b", .everything, .verifying), count: 2) { [] }
    }
    let jobs = try PurgeJournal.open(in: folder.path) { _ in }.jobs
    #expect(jobs == [job("a", .everything, .done), job("b", .everything, .queued)])
  }

  @Test func `The purge journal skips damaged lines and goes on after them`() throws {
    let folder = TemporaryFolder()
    let (journal, _) = try PurgeJournal.open(in: folder.path) { _ in }
    try journal.keep(job("a"), count: 1) { [] }
    try journal.keep(job("b"), count: 1) { [] }
    let whole = try Files.read(folder.journal)
    let ends = whole.indices.filter { whole[$0] == 10 }
    // From within the last line to its beginning.
    for length in stride(from: whole.count - 2, to: ends[ends.count - 2] + 1, by: -7) {
      try Files.write(Array(whole.prefix(length)), to: folder.journal)
      let (journal, jobs) = try PurgeJournal.open(in: folder.path) { _ in }
      #expect(jobs.map(\.id) == ["a"])
      try journal.keep(job("c"), count: 1) { [] }
      #expect(try PurgeJournal.open(in: folder.path) { _ in }.jobs.map(\.id) == ["a", "c"])
    }
    try Files.write(Array("\0\u{1}garbage\n{}\n[1]\n".utf8) + whole, to: folder.journal)
    var lines: [String] = []
    let jobs = try PurgeJournal.open(in: folder.path) { lines.append($0) }.jobs
    #expect(jobs.map(\.id) == ["a", "b"])
    #expect(lines.count == 1 && lines.first?.contains("cannot be read, 3 of them") == true)
  }

  @Test func `A purge journal without a version is read`() throws {
    let folder = TemporaryFolder()
    try Files.makeFolder(folder.path)
    try Files.write(job("a").line, to: folder.journal)
    #expect(try PurgeJournal.open(in: folder.path) { Issue.record("\($0)") }.jobs == [job("a")])
    #expect(try PurgeJournal.open(in: folder.path) { Issue.record("\($0)") }.jobs == [job("a")])
  }

  @Test func `A purge journal of another version is set aside and reported`() throws {
    let folder = TemporaryFolder()
    let foreign = Array("{\"format\":\"portico purges\",\"version\":2}\nsomething\n".utf8)
    try Files.makeFolder(folder.path)
    try Files.write(foreign, to: folder.journal)
    var lines: [String] = []
    #expect(try PurgeJournal.open(in: folder.path) { lines.append($0) }.jobs == [])
    let aside = "\(folder.journal).version-2"
    #expect(
      lines == [
        "\(folder.journal) has version 2 of the format of purges, expected 1: it is \(aside) now, and its purges"
          + " are not known"
      ]
    )
    #expect(try Files.read(aside) == foreign)
  }

  @Test func `The purge journal is rewritten before it grows without end`() throws {
    let folder = TemporaryFolder()
    let (journal, _) = try PurgeJournal.open(in: folder.path) { _ in }
    let one = job("a")
    for _ in 0..<3 * PurgeJournal.fewLines { try journal.keep(one, count: 1) { [one] } }
    #expect(try Files.read(folder.journal).count { $0 == 10 } <= PurgeJournal.fewLines + 1)
    #expect(try PurgeJournal.open(in: folder.path) { _ in }.jobs == [one])
  }

  @Test func `One synchronization of the purge journal covers all lines before it`() throws {
    let folder = TemporaryFolder()
    let (journal, _) = try PurgeJournal.open(in: folder.path) { _ in }
    for id in ["a", "b", "c"] { try journal.keep(job(id), count: 3) { [] } }
    #expect(!journal.isSafe)
    for _ in 0..<3 { try journal.synchronize() }
    #expect(journal.isSafe)
    #expect(journal.waits == 1)
    try journal.keep(job("d"), count: 4) { [] }
    #expect(!journal.isSafe)
    try journal.synchronize()
    #expect(journal.waits == 2)
  }

  @Test func `The purge journal is on the disk after it was rewritten`() throws {
    let folder = TemporaryFolder()
    let (journal, _) = try PurgeJournal.open(in: folder.path) { _ in }
    let one = job("a")
    for _ in 0..<PurgeJournal.fewLines { try journal.keep(one, count: 1) { [one] } }
    #expect(!journal.isSafe)
    try journal.keep(one, count: 1) { [one] }
    #expect(journal.isSafe)
  }
}
