// SPDX-License-Identifier: Apache-2.0

import Console
import Measure
import Message
import Reactor

/// The questions of a page to the log, which are answered in one pass over it.
struct LogQuestions: Sendable {
  private var events: [(report: Address, query: LogQuery, selection: EventSelection)] = []
  private var tallies: [(report: Address, tally: any LogTally)] = []

  var isEmpty: Bool { events.isEmpty && tallies.isEmpty }

  /// Adds a report; returns false for one that is not about the log.
  mutating func add(_ report: Address) throws -> Bool {
    switch OperatorPath(path: report.path) {
    case .logSummary: tallies.append((report, try LogSummary(report.query)))
    case .logDifferences: tallies.append((report, try LogDifferences(report.query)))
    case .log: add(report, try LogQuery(report.query))
    default:
      guard let id = OperatorPath.log.rest(of: report.path) else { return false }
      add(report, LogQuery(requestID: id))
    }
    return true
  }

  private mutating func add(_ report: Address, _ query: LogQuery) {
    events.append((report, query, query.selection))
  }

  /// Returns the answers by report; call it on a thread that may block.
  consuming func answers(from log: EventLog) throws -> [Address: Inspection.Answer] {
    let now = LoopClock.system.wallNanoseconds
    var reader = try EventReader.history(of: log)
    try reader.visit { record in
      for index in events.indices where events[index].query.isMatched(by: record, now: now) {
        events[index].selection.add(record)
      }
      for index in tallies.indices { tallies[index].tally.add(record, now: now) }
    }
    var answers: [Address: Inspection.Answer] = [:]
    for event in events {
      answers[event.report] = .events(event.selection.records, oldest: reader.oldest)
    }
    for one in tallies { answers[one.report] = .tables(one.tally.tables) }
    return answers
  }
}
