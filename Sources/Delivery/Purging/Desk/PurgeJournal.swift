// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
package import Files
import Synchronization

// A line of JSON for each state of a job that must outlive the process; of several about one job the
// last one counts. The file is written anew with the jobs that are still known whenever it is opened
// and whenever it has grown to several lines a job. A line that cannot be read is passed over: the
// last one may be torn where the machine stopped.
//
// A line is on the disk once the file was synchronized behind it. What a disk refused to take it may
// have forgotten, and say that all is well when it is asked again; so the file is written anew then.

/// The file that purges are kept in; for one thread that may wait for a disk.
package final class PurgeJournal: Sendable {
  package static let fileName = "purges.jsonl"
  /// A larger file is none of ours.
  static let maximumBytes = 256 << 20
  /// Lines that are always allowed before the file is written anew.
  static let fewLines = 1_000
  private static let linesForJob = 3

  private let folder: String
  private let state: Mutex<State>

  private struct State {
    var file: AppendedFile
    /// The lines that the file has.
    var lines: Int
    /// Whether all of them are on the disk.
    var isSafe = true
    /// Whether some of them may never be.
    var isBroken = false
    /// How often the disk was waited for.
    var waits = 0
  }

  /// Reads what is kept in a folder, and goes on writing there.
  package static func open(
    in folder: String
  ) throws(FileError) -> (journal: PurgeJournal, jobs: [PurgeJob]) {
    try Files.makeFolder(folder)
    let path = "\(folder)/\(fileName)"
    let jobs = Files.exists(path) ? jobs(try Files.read(path, limit: maximumBytes)) : []
    return (try PurgeJournal(folder, jobs), jobs)
  }

  private init(_ folder: String, _ jobs: [PurgeJob]) throws(FileError) {
    self.folder = folder
    state = Mutex(State(file: try PurgeJournal.file(of: jobs, in: folder), lines: jobs.count))
  }

  /// Whether all that was kept is on the disk.
  var isSafe: Bool { state.withLock { $0.isSafe } }

  /// How often the disk was waited for, but for files that were written anew.
  var waits: Int { state.withLock { $0.waits } }

  /// The jobs of a file, each as it was last.
  static func jobs(_ bytes: [UInt8]) -> [PurgeJob] {
    var order: [String] = []
    var jobs: [String: PurgeJob] = [:]
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let line = Array(line)
      guard let data = try? DataValue(reading: line.span, as: .json), let job = PurgeJob(data)
      else { continue }
      if jobs.updateValue(job, forKey: job.id) == nil { order.append(job.id) }
    }
    return order.compactMap { jobs[$0] }
  }

  /// Adds how a job is now.
  ///
  /// - Parameters:
  ///   - count: how many jobs are known.
  ///   - all: the jobs that are known, should the file be written anew.
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

  /// Waits until all that was kept is on the disk, if it is not yet.
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
    try Files.write(jobs.flatMap(\.line), to: path)
    try Files.synchronize(folder: folder)
    return try AppendedFile(path)
  }
}
