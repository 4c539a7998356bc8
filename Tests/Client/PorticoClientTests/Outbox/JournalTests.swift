// SPDX-License-Identifier: Apache-2.0

import Foundation
import PorticoClient
import Testing

/// The files of a folder, of which one call fails or ends the process.
private final class FaultyFiles: JournalFiles {
  enum Fault: Sendable {
    case failure
    /// The process is killed before the call, or within it.
    case kill
    case killWithin
  }

  private struct State: Sendable {
    var calls = 0
    var left: Int?
  }

  private let folder: JournalFolder
  private let fault: Fault
  private let state: Locked<State>

  init(_ folder: String, _ fault: Fault = .failure, at call: Int? = nil) {
    (self.folder, self.fault) = (JournalFolder(folder), fault)
    state = Locked(State(left: call))
  }

  var calls: Int { state.withLock { $0.calls } }

  /// Counts a call; throws or ends the process at the one that is to fail.
  private func count(within body: () throws -> Void = {}) throws(PersistenceFault) {
    let isIt = state.withLock { state in
      state.calls += 1
      state.left = state.left.map { $0 - 1 }
      return state.left == 0
    }
    guard isIt else { return }
    if case .killWithin = fault { try? body() }
    if case .failure = fault { throw PersistenceFault("writing", at: "journal", "no room") }
    kill(getpid(), SIGKILL)
  }

  func read(_ name: String) throws(PersistenceFault) -> ContiguousArray<UInt8> {
    try count()
    return try folder.read(name)
  }

  func write(_ bytes: ArraySlice<UInt8>, to name: String, at place: Int) throws(PersistenceFault) {
    try count { try folder.write(bytes.prefix(bytes.count / 2), to: name, at: place) }
    try folder.write(bytes, to: name, at: place)
  }

  func truncate(_ name: String, to size: Int) throws(PersistenceFault) {
    try count()
    try folder.truncate(name, to: size)
  }

  func synchronize(_ name: String) throws(PersistenceFault) {
    try count()
    try folder.synchronize(name)
  }

  func rename(_ name: String, to other: String) throws(PersistenceFault) {
    try count { try folder.rename(name, to: other) }
    try folder.rename(name, to: other)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The journal of an outbox` {
  private let folder = TemporaryFolder()

  private static func entry(_ number: Int, size: Int = 10) -> ContiguousArray<UInt8> {
    ContiguousArray("\(number):".utf8) + ContiguousArray(repeating: 0x78, count: size)
  }

  @Test func `Has what was added, also when it is opened anew`() throws {
    for journal in [MemoryJournal(), FileJournal(folder: folder.path)] as [any OutboxJournal] {
      #expect(try journal.entries() == [])
      for number in 0..<3 { try journal.append(Self.entry(number), isDurable: number == 1) }
      #expect(try journal.entries() == (0..<3).map { Self.entry($0) })
    }
    let anew = FileJournal(folder: folder.path)
    #expect(try anew.entries() == (0..<3).map { Self.entry($0) })
    try anew.removeAll()
    #expect(try anew.entries() == [])
    try anew.append(Self.entry(7), isDurable: true)
    #expect(try FileJournal(folder: folder.path).entries() == [Self.entry(7)])
  }

  @Test func `Cut at any byte, it has a beginning of its entries and takes more`() throws {
    let journal = FileJournal(folder: folder.path)
    for number in 0..<3 { try journal.append(Self.entry(number), isDurable: false) }
    let file = folder.file("operations")
    let whole = try Data(contentsOf: file)
    for size in 0...whole.count {
      try whole.prefix(size).write(to: file)
      let cut = FileJournal(folder: folder.path)
      let entries = try cut.entries()
      #expect(entries == (0..<entries.count).map { Self.entry($0) }, "cut at \(size)")
      #expect(entries.count == max(0, size - 8) / ((whole.count - 8) / 3), "cut at \(size)")
      try cut.append(Self.entry(9), isDurable: true)
      #expect(try FileJournal(folder: folder.path).entries() == entries + [Self.entry(9)])
    }
  }

  @Test func `A byte that is another one ends it`() throws {
    let journal = FileJournal(folder: folder.path)
    for number in 0..<2 { try journal.append(Self.entry(number), isDurable: false) }
    let file = folder.file("operations")
    let whole = try Data(contentsOf: file)
    for place in 8..<whole.count {
      var damaged = whole
      damaged[place] ^= 0x10
      try damaged.write(to: file)
      let entries = try FileJournal(folder: folder.path).entries()
      #expect(entries == (place < 8 + (whole.count - 8) / 2 ? [] : [Self.entry(0)]), "\(place)")
    }
  }

  @Test func `Is written anew once most of it is of no use`() throws {
    let journal = FileJournal(folder: folder.path)
    for number in 0..<40 {
      try journal.append(Self.entry(number, size: 4_000), isDurable: false)
      try journal.compact { Self.entry(number) }
    }
    #expect(try FileJournal(folder: folder.path).entries().count < 20)
    #expect(try Data(contentsOf: folder.file("operations")).count < 80_000)
  }

  /// Adds entries and compacts, and says on the way which ones are to last.
  private static func work(
    _ files: FaultyFiles,
    _ promised: (Int) throws -> Void
  ) throws(PersistenceFault) {
    let journal = FileJournal(files)
    for number in 0..<3 {
      try journal.append(entry(number, size: 30_000), isDurable: true)
      do { try promised(number) } catch { return }
    }
    try journal.compact { entry(3) }
    try journal.append(entry(4), isDurable: true)
    do { try promised(4) } catch { return }
  }

  private static func numbers(_ folder: String) throws -> [Int] {
    try FileJournal(folder: folder).entries().compactMap { entry in
      Int(String(decoding: entry.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self))
    }
  }

  /// Whether a journal has all entries up to a number, either each or compacted.
  private static func has(_ last: Int?, in numbers: [Int]) -> Bool {
    guard let last else { return true }
    if numbers.first == 3 { return last < 4 || numbers.contains(4) }
    return Set(numbers).isSuperset(of: last == 4 ? [0, 1, 2, 4] : Array(0...last))
  }

  @Test func `A call that fails loses nothing of what was there, and the next one works`() throws {
    let whole = TemporaryFolder()
    let all = FaultyFiles(whole.path)
    try Self.work(all) { _ in }
    #expect(all.calls >= 13)
    for call in 1...all.calls {
      let folder = TemporaryFolder()
      var promised: Int?
      let files = FaultyFiles(folder.path, at: call)
      #expect(throws: PersistenceFault.self) { try Self.work(files) { promised = $0 } }
      #expect(Self.has(promised, in: try Self.numbers(folder.path)), "call \(call)")
      let journal = FileJournal(folder: folder.path)
      try journal.append(Self.entry(9), isDurable: true)
      #expect(try Self.numbers(folder.path).last == 9)
    }
  }

  @Test(arguments: [false, true])
  func `A process that is killed at any call has lost nothing that it was promised`(
    isWithin: Bool
  ) async throws {
    // As many as the test above counts.
    for call in 1...13 {
      let folder = TemporaryFolder()
      let path = folder.path
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, call = call as Int, isWithin = isWithin as Bool] in
        let files = FaultyFiles(path, isWithin ? .killWithin : .kill, at: call)
        try Self.work(files) { number in
          try Data("\(number)".utf8).write(to: URL(fileURLWithPath: path + "/promised"))
        }
      }
      let promised = try? String(contentsOf: folder.file("promised"), encoding: .utf8)
      let last = promised.flatMap { Int($0) }
      #expect(Self.has(last, in: try Self.numbers(folder.path)), "call \(call)")
    }
  }
}
