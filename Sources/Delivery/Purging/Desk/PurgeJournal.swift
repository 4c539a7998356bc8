// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
package import Files
import Synchronization

// A line of JSON for each state of a job that must outlive the process; of several about one job the
// last one counts. The file is written anew with the jobs that are still known whenever it is opened
// and whenever it has grown to several lines a job. A line that cannot be read is passed over: the
// last one may be torn where the machine stopped.

/// The file that purges are kept in; for one thread that may wait for a disk.
package final class PurgeJournal: Sendable {
  package static let fileName = "purges.jsonl"
  /// A larger file is none of ours.
  static let maximumBytes = 256 << 20
  /// Lines that are always allowed before the file is written anew.
  static let fewLines = 1_000
  private static let linesForJob = 3

  private let path: String
  private let state: Mutex<State>

  private struct State {
    var file: AppendedFile
    var lines: Int
  }

  /// Reads what is kept in a folder, and goes on writing there.
  package static func open(
    in folder: String
  ) throws(FileError) -> (journal: PurgeJournal, jobs: [PurgeJob]) {
    try Files.makeFolder(folder)
    let path = "\(folder)/\(fileName)"
    let jobs = Files.exists(path) ? jobs(try Files.read(path, limit: maximumBytes)) : []
    return (try PurgeJournal(path, jobs), jobs)
  }

  private init(_ path: String, _ jobs: [PurgeJob]) throws(FileError) {
    self.path = path
    state = Mutex(try PurgeJournal.written(jobs, to: path))
  }

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
      if state.lines >= max(PurgeJournal.fewLines, count * PurgeJournal.linesForJob) {
        state = try PurgeJournal.written(all(), to: path)
      } else {
        try state.file.append(job.line)
        state.lines += 1
      }
    }
  }

  private static func written(_ jobs: [PurgeJob], to path: String) throws(FileError) -> State {
    try Files.write(jobs.flatMap(\.line), to: path)
    return State(file: try AppendedFile(path), lines: jobs.count)
  }
}
