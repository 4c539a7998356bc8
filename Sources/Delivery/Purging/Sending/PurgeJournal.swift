// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
package import Files
import Synchronization

// The file has a first line with its version, and a line of JSON for each change of a job's state; of several lines about one job the last
// one counts. It is rewritten with the jobs that are still known when it is opened, and when it has
// several lines a job. Files without a first line are of before there were versions. A line that cannot be read is skipped: the last one may be incomplete after a
// crash.
//
// A line is on the disk once the file has been synchronized after it. After a failed synchronization the
// next one may succeed without the lost data, so the file is rewritten then.

/// The file with the states of purges; used by one thread, which may wait for the disk.
package final class PurgeJournal: Sendable {
  package static let fileName = "purges.jsonl"
  private static let version: Int64 = 1
  private static let firstLine = Array(#"{"format":"portico purges","version":\#(version)}"#.utf8)
  /// The largest file that is read.
  static let maximumBytes = 256 << 20
  /// The number of lines up to which the file is never rewritten.
  static let fewLines = 1_000
  private static let linesForJob = 3

  private let folder: String
  private let state: Mutex<State>

  private struct State {
    var file: AppendedFile
    /// The number of lines in the file.
    var lines: Int
    /// Whether all of them are on the disk.
    var isSafe = true
    /// Whether a synchronization has failed, so that the file must be rewritten.
    var isBroken = false
    /// The number of synchronizations.
    var waits = 0
  }

  /// Reads the file of a folder, and opens it for writing. A file of another version is set aside.
  ///
  /// - Parameter report: is told of that, and of lines that cannot be read, other than an incomplete last one.
  package static func open(
    in folder: String,
    report: (String) -> Void
  ) throws(FileError) -> (journal: PurgeJournal, jobs: [PurgeJob]) {
    try Files.makeFolder(folder)
    let path = "\(folder)/\(fileName)"
    var bytes = Files.exists(path) ? try Files.read(path, limit: maximumBytes) : []
    if let other = otherVersion(of: bytes) {
      let aside = "\(path).version-\(other)"
      try Files.move(path, to: aside)
      report(
        "\(path) has version \(other) of the format of purges, expected \(version): it is \(aside) now, and its"
          + " purges are not known"
      )
      bytes = []
    }
    let (jobs, damaged) = jobs(bytes)
    if damaged > 0 {
      report(
        "\(path) has lines that cannot be read, \(damaged) of them: their purges are not known"
      )
    }
    return (try PurgeJournal(folder, jobs), jobs)
  }

  /// The version of a file that this release cannot read; `nil` for one that it can.
  private static func otherVersion(of bytes: [UInt8]) -> Int64? {
    let line = Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
    // A line that is no JSON is one of a damaged file, which is read as far as it can be.
    guard let head = try? DataValue(reading: line.span, as: .json), head["format"] != nil,
      case .integer(let number) = head["version"]?.content
    else { return nil }
    return number == version ? nil : number
  }

  private init(_ folder: String, _ jobs: [PurgeJob]) throws(FileError) {
    self.folder = folder
    state = Mutex(State(file: try PurgeJournal.file(of: jobs, in: folder), lines: jobs.count))
  }

  /// Whether all lines are on the disk.
  package var isSafe: Bool { state.withLock { $0.isSafe } }

  /// The number of synchronizations, without those of rewritten files.
  package var waits: Int { state.withLock { $0.waits } }

  /// The jobs of a file, each in its last state, and the number of whole lines that are none.
  static func jobs(_ bytes: [UInt8]) -> (jobs: [PurgeJob], damaged: Int) {
    let newline = UInt8(ascii: "\n")
    var damaged = 0
    var order: [String] = []
    var jobs: [String: PurgeJob] = [:]
    for line in bytes.split(separator: newline) {
      let isWhole = line.endIndex < bytes.endIndex
      let line = Array(line)
      if line == firstLine { continue }
      guard let data = try? DataValue(reading: line.span, as: .json), let job = PurgeJob(data)
      else {
        if isWhole { damaged += 1 }
        continue
      }
      if jobs.updateValue(job, forKey: job.id) == nil { order.append(job.id) }
    }
    return (order.compactMap { jobs[$0] }, damaged)
  }

  /// Writes the state of a job.
  ///
  /// - Parameters:
  ///   - count: how many jobs are known.
  ///   - all: the jobs that are known, for when the file is rewritten.
  package func keep(
    _ job: PurgeJob,
    count: Int,
    all: () -> [PurgeJob]
  ) throws(FileError) {
    try state.withLock { state throws(FileError) in
      let limit = max(PurgeJournal.fewLines, count * PurgeJournal.linesForJob)
      guard state.lines < limit, !state.isBroken else {
        let jobs = all()
        state = State(file: try PurgeJournal.file(of: jobs, in: folder), lines: jobs.count)
        return
      }
      state.isSafe = false
      try state.file.append(job.line)
      state.lines += 1
    }
  }

  /// Waits until all lines are on the disk.
  package func synchronize() throws(FileError) {
    try state.withLock { state throws(FileError) in
      guard !state.isSafe else { return }
      state.waits += 1
      do throws(FileError) {
        try state.file.synchronize()
        state.isSafe = true
      } catch {
        state.isBroken = true
        throw error
      }
    }
  }

  private static func file(of jobs: [PurgeJob], in folder: String) throws(FileError) -> AppendedFile
  {
    let path = "\(folder)/\(fileName)"
    try Files.write(firstLine + [UInt8(ascii: "\n")] + jobs.flatMap(\.line), to: path)
    try Files.synchronize(folder: folder)
    return try AppendedFile(path)
  }
}
