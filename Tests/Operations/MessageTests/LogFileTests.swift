// SPDX-License-Identifier: Apache-2.0

import Files
import FolderTesting
import Foundation
import Message
import Signals
import Testing

@Suite(.timeLimit(.minutes(5))) final class `A log file` {
  private let temporary = TemporaryFolder()
  private var folder: String { "\(temporary.path)/log-file" }
  private var path: String { "\(folder)/events" }
  private let log: EventLog
  private var reader: EventReader
  private var reports: [SinkReport] = []

  init() throws {
    try FileManager.default.createDirectory(
      atPath: "\(temporary.path)/log-file",
      withIntermediateDirectories: true
    )
    log = try EventLog(state: nil, loops: 1, at: 0)
    reader = EventReader(log)
  }

  private let oneDay: Int64 = 86_400_000_000_000

  /// Puts an event of some times, in nanoseconds, into a file.
  private func put(_ times: [Int64], to file: LogFile) throws {
    for time in times { log.shared.record(.reload, .info, at: time) { $0.add(.edition, "e") } }
    // The reader sorts by time; a file has to take what is late as well.
    let records = try reader.read().sorted { $0.sequence < $1.sequence }
    for record in records { file.put(record) { reports.append($0) } }
    file.flush { reports.append($0) }
  }

  /// The names in the folder with the number of lines in each file.
  private func files() throws -> [String: Int] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    return try Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, try Files.read("\(folder)/\(name)").count { $0 == UInt8(ascii: "\n") })
      }
    )
  }

  @Test func `A log file is rotated before it exceeds its size`() throws {
    let line = #"{"time":"1970-01-01T00:00:00Z","event":"reload","level":"info","edition":"e"}"#
    let bytes = (line.utf8.count + 1) * 3
    let file = try LogFile(path, LogRotation(bytes: bytes))
    try put([0, 0, 0, 0], to: file)
    try put([0, 0, 0], to: file)
    #expect(try files() == ["events": 1, "events.1970-01-01.001": 3, "events.1970-01-01.002": 3])
    #expect(try Files.read("\(folder)/events.1970-01-01.001").count == bytes)
    #expect(reports.isEmpty)
  }

  @Test func `A log file whose first line exceeds its size is rotated after that line`() throws {
    let file = try LogFile(path, LogRotation(bytes: 10))
    try put([0, 0], to: file)
    #expect(try files() == ["events": 1, "events.1970-01-01.001": 1])
  }

  @Test func `A daily log file is rotated at midnight and takes late lines`() throws {
    let file = try LogFile(path, LogRotation(isDaily: true))
    let noon = oneDay / 2
    try put([noon, oneDay - 1, oneDay, oneDay - 1, oneDay + noon], to: file)
    try put([3 * oneDay], to: file)
    #expect(try files() == ["events": 1, "events.1970-01-01.001": 2, "events.1970-01-02.001": 3])
  }

  @Test func `A log file of an earlier day is rotated at a restart`() throws {
    try put([oneDay], to: try LogFile(path, LogRotation(isDaily: true)))
    let changed = Date(timeIntervalSince1970: 86_400 + 5)
    try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: path)
    try put([oneDay + 6], to: try LogFile(path, LogRotation(isDaily: true)))
    #expect(try files() == ["events": 2])
    try FileManager.default.setAttributes([.modificationDate: changed], ofItemAtPath: path)
    try put([2 * oneDay], to: try LogFile(path, LogRotation(isDaily: true)))
    #expect(try files() == ["events": 1, "events.1970-01-02.001": 2])
  }

  @Test func `A log file keeps the declared number of old files and leaves others alone`() throws {
    let others = ["events.old", "events.1970-01-01.x", "events.1970-1-1.1", "events2"]
    for name in others { try Files.write([], to: "\(folder)/\(name)") }
    let file = try LogFile(path, LogRotation(isDaily: true, kept: 2))
    try put((0..<12).map { $0 * oneDay }, to: file)
    let expected = Set(others + ["events", "events.1970-01-10.001", "events.1970-01-11.001"])
    #expect(try Set(files().keys) == expected)
    // Ten rotations of one day: the tenth is newer than the ninth.
    let small = try LogFile("\(folder)/small", LogRotation(bytes: 10, kept: 2))
    try put(Array(repeating: 0, count: 11), to: small)
    let kept = try files().keys.filter { $0.hasPrefix("small.") }.sorted()
    #expect(kept == ["small.1970-01-01.009", "small.1970-01-01.010"])
  }

  @Test func `A log file that was moved by another program is reopened on demand`() throws {
    let file = try LogFile(path)
    try put([0], to: file)
    try Files.move(path, to: "\(folder)/moved")
    try put([1, 2], to: file)
    file.reopen { reports.append($0) }
    try put([3], to: file)
    #expect(try files() == ["events": 1, "moved": 3])
    #expect(reports == [.reopened])
  }

  @Test func `A log file that another process has rotated is not rotated twice`() throws {
    let rotation = LogRotation(isDaily: true)
    let (first, second) = (try LogFile(path, rotation), try LogFile(path, rotation))
    try put([0], to: first)
    try put([0], to: second)
    try put([oneDay], to: first)
    try put([oneDay], to: second)
    #expect(try files() == ["events": 2, "events.1970-01-01.001": 2])
  }

  @Test func `A log file that cannot be rotated is written on, and says why`() throws {
    let file = try LogFile(path, LogRotation(isDaily: true))
    try put([0], to: file)
    try FileManager.default.removeItem(atPath: folder)
    try put([oneDay, oneDay + 1], to: file)
    let why = "cannot open \(path): No such file or directory;"
    #expect(reports == [.failed(why + " expected to begin a new file and keep 10 old ones")])
    // It is tried again after ten seconds.
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try put([oneDay + 9_000_000_000], to: file)
    #expect(try files().isEmpty)
    try put([oneDay + 11_000_000_000], to: file)
    #expect(try files() == ["events": 1])
    file.reopen { reports.append($0) }
    #expect(reports.last == .reopened)
  }

  @Test func `A device as log file is not rotated`() throws {
    let file = try LogFile("/dev/null", LogRotation(bytes: 10, isDaily: true))
    try put([0, oneDay, 2 * oneDay], to: file)
    #expect(reports.isEmpty)
  }

  @Test(arguments: [(EventLevel.info, "<6>"), (.warning, "<4>"), (.error, "<3>")])
  func `A log line on standard output begins with its level if that is asked for`(
    _ level: EventLevel,
    _ prefix: String
  ) throws {
    log.shared.record(.reload, level, at: 0) { _ in }
    let record = try #require(try reader.read().first)
    var lines = EventLines()
    lines.add(record, hasLevel: true)
    #expect(String(decoding: lines.bytes, as: UTF8.self).hasPrefix(#"\#(prefix){"time":"1970"#))
    lines.removeAll()
    lines.add(record)
    #expect(lines.bytes.first == UInt8(ascii: "{"))
  }
}
