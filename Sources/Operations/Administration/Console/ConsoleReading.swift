// SPDX-License-Identifier: Apache-2.0

import Console
import ContentModel
import Fleet
import HTTPValues
import Measure
import Reactor
import Serving

/// Reads the data of the console's pages, from the same sources as the operators' other requests.
extension AdminState {
  /// Returns the answers to all reports of a page; for a report that cannot be made, the reason.
  func inspection(
    for console: Console,
    of reader: Inspection.Operator,
    _ caller: Operator,
    at node: String? = nil
  ) async -> Inspection {
    var answers: [Address: Inspection.Answer] = [:]
    var questions = LogQuestions()
    for report in console.reports {
      do {
        if try !questions.add(report) {
          answers[report] = try await answer(to: report, for: caller)
        }
      } catch {
        answers[report] = .refused("\(error)")
      }
    }
    if !questions.isEmpty {
      let (shared, asked) = (services.shared, questions)
      do {
        let told = try await shared.logReading.run { try asked.answers(from: shared.log) }
        answers.merge(told) { _, told in told }
      } catch {
        for report in console.reports where answers[report] == nil {
          answers[report] = .refused("\(error)")
        }
      }
    }
    return inspection(answers, of: reader, at: node)
  }

  /// The data of a page with answers that were read.
  func inspection(
    _ answers: [Address: Inspection.Answer],
    of reader: Inspection.Operator,
    at node: String? = nil
  ) -> Inspection {
    Inspection(
      at: UnixTime.now.seconds,
      version: Release.version,
      sites: services.sites.map(\.name),
      listeners: process.listeners,
      reader: reader,
      nodes: nodes,
      of: node,
      answers
    )
  }

  /// The nodes of the fleet that the sites are served by; `nil` where there is none.
  private var nodes: Inspection.Nodes? {
    fleet.map { known in
      Inspection.Nodes(own: known.own.name, others: known.nodes.map(\.report.name))
    }
  }

  private func answer(to report: Address, for caller: Operator) async throws -> Inspection.Answer {
    guard
      let question = OperatorPath(path: report.path).flatMap({ AdminEndpoint.questions[$0] })
    else {
      return .tables(try await tables(of: report.path, report.query, for: caller))
    }
    guard let monitor else { throw AdminReport.noHistory }
    let answer = try await monitor.ask { history in
      try question(history, report.query, Int(UnixTime.now.seconds))
    }
    guard let answer else { throw AdminReport.historyElsewhere }
    return answer
  }
}
