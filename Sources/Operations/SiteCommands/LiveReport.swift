// SPDX-License-Identifier: Apache-2.0

import Commands
import ContentModel
import DataFiles
import Editions
import Gateway
import HTTPValues
import Plans
import Serving
import Sites

/// The answer to one document, and the calls that made it, as they went against the real services.
struct LiveReport {
  private let path: String
  private let answer: ReplayedAnswer
  private let plan: Plan

  init(_ path: String, _ answer: ReplayedAnswer, _ plan: Plan) {
    (self.path, self.answer, self.plan) = (path, answer, plan)
  }

  /// Whether each call had the answer that the document expects.
  var isGood: Bool { answer.status.code == 200 && answer.missing.isEmpty }

  /// The failures in a line each.
  var failures: [String] {
    let calls = answer.calls.filter { $0.isFailed || $0.isStale }.map {
      "\(path): \($0.name) of \($0.backend): \($0.failure ?? $0.outcome)"
    }
    return calls.isEmpty && !isGood ? ["\(path): status \(answer.status.code)"] : calls
  }

  var data: DataValue {
    .members([
      "document": .text(path),
      "good": .boolean(isGood),
      "status": .number(Int(answer.status.code)),
      "calls": .list(answer.calls) { call in
        .members([
          "name": .text(call.name),
          "backend": .text(call.backend),
          "target": .text(call.target),
          "outcome": .text(call.outcome),
          "status": call.status.map { .number(Int($0.code)) } ?? .null,
          "microseconds": .number(Int(call.nanoseconds / 1_000)),
          "failure": .text(call.failure),
          "bytes": body(of: call).map { .number($0.count) } ?? .null,
          "answer": body(of: call).flatMap { LiveReport.value($0) } ?? .null,
          "declared": .text(declared(call)),
        ])
      },
      "body": LiveReport.value(answer.body) ?? .null,
    ])
  }

  func text(_ style: TextStyle) -> String {
    var lines = ["\(style(path, .bold)) \(answer.status.code), \(answer.body.count) bytes", ""]
    for call in answer.calls {
      let isGood = !call.isFailed && !call.isStale
      let status = call.status.map { "\($0.code)" } ?? call.outcome
      let size = body(of: call).map { ", \($0.count) bytes" } ?? ""
      lines.append(
        "  \(isGood ? style("=", .green) : style("-", .red)) \(call.name)  \(call.backend) "
          + "\(call.target)  \(status) in \(LiveReport.milliseconds(call.nanoseconds))\(size)"
      )
      if let value = body(of: call).flatMap({ LiveReport.value($0) }) {
        lines.append("      answer    \(value.outline)")
      }
      if let declared = declared(call) { lines.append("      declared  \(declared)") }
      if let failure = call.failure { lines.append("      \(style(failure, .red))") }
    }
    let uncalled = plan.calls.map(\.name).filter { name in
      !answer.calls.contains { $0.name == name }
    }
    if !uncalled.isEmpty { lines.append("  not called: \(uncalled.joined(separator: ", "))") }
    let body = IndentedText(json: answer.body)
    lines += [""] + body.lines + (body.isCut ? ["…"] : [])
    return lines.joined(separator: "\n") + "\n"
  }

  private func body(of call: ReplayedAnswer.Call) -> [UInt8]? {
    answer.bodies.first { $0.call == call.name && $0.target == call.target }?.bytes
  }

  private func declared(_ call: ReplayedAnswer.Call) -> String? {
    plan.index(of: call.name).flatMap { plan.calls[$0].schema?.outline }
  }

  private static func value(_ bytes: [UInt8]) -> DataValue? {
    try? DataValue(reading: bytes.span, as: .json)
  }

  private static func milliseconds(_ nanoseconds: Int64) -> String {
    let hundredths = nanoseconds / 10_000
    return "\(hundredths / 100).\(String(hundredths % 100 + 100).dropFirst())ms"
  }
}

/// The documents of a site that were tried against the real services.
struct LiveCheck {
  private let reports: [LiveReport]
  /// Documents whose paths need values.
  private let parametrized: [String]

  init(of edition: Edition, _ options: SiteOptions) async throws {
    let trial = try await LiveTrial(edition, options.source, seal: try options.seal())
    var reports: [LiveReport] = []
    for path in trial.documents.tried {
      guard let number = edition.number(of: path), let document = edition.planned(number),
        let answer = await trial.answer("/\(path)")
      else { continue }
      reports.append(LiveReport(path, answer, document.plan))
    }
    self.reports = reports
    parametrized = trial.documents.parametrized
  }

  var isGood: Bool { reports.allSatisfy(\.isGood) }

  var data: DataValue {
    .members(["documents": .list(reports.map(\.data)), "notTried": .texts(parametrized)])
  }

  func text(_ style: TextStyle) -> String {
    var lines = reports.flatMap(\.failures).map { "\(style("live", .red)): \($0)" }
    let good = reports.count(where: \.isGood)
    lines.append("live: \(good) of \(Counted.text(reports.count, "document")) with plans are good")
    if !parametrized.isEmpty {
      lines.append(
        "not tried, since their paths need values: \(parametrized.joined(separator: ", ")); try one as in "
          + "portico try items/7 --live"
      )
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
