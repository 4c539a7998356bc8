// SPDX-License-Identifier: Apache-2.0

import Measure
import Monitor

/// The last hour beside yesterday and last week: the queries of the history, and charts of their
/// answers.
struct LastHour {
  let lines: HistoryLines
  private let answer: HistoryAnswer

  init(_ answer: HistoryAnswer) {
    self.answer = answer
    lines = HistoryLines(answer)
  }

  /// The history of a series in steps of a minute.
  ///
  /// - Parameter quantiles: those of a histogram; without them the answer has the usual ones.
  static func report(of series: String, by labels: String, quantiles: String? = nil) -> Address {
    LastHour.report(of: series, by: labels, from: "-1h").with("quantile", quantiles)
  }

  /// The history of a series since a time ago, in steps of a minute.
  static func report(of series: String, by labels: String, from: String) -> Address {
    Address(
      .history,
      ["series": series, "by": labels, "from": from, "step": "60s", "compare": "1d,7d"]
    )
  }

  /// The distribution of the values of a series that has some labels.
  static func density(of series: String, where labels: KeyValuePairs<String, String>) -> Address {
    Address(.historyDensity, ["series": selector(series, labels), "from": "-1h", "step": "60s"])
  }

  private static func selector(
    _ series: String,
    _ labels: KeyValuePairs<String, String>
  ) -> String {
    "\(series){\(labels.map { "\($0.key)=\(quoted($0.value))" }.joined(separator: ","))}"
  }

  /// The history of those series of a name that have some labels, with the median and the 99th
  /// percentile.
  static func report(
    of series: String,
    where labels: KeyValuePairs<String, String>,
    by others: String
  ) -> Address {
    report(of: selector(series, labels), by: others, quantiles: "0.5,0.99")
  }

  /// A value of a label as queries of the history have it.
  private static func quoted(_ text: String) -> String {
    text.contains("\"") ? text : "\"\(text)\""
  }

  func chart(
    _ title: String,
    _ found: [Chart.Line],
    limits: [Chart.Limit] = [],
    most: Double? = nil,
    _ written: @escaping (Double) -> Figure,
    to html: inout HTMLWriter
  ) {
    Chart(
      title: title,
      from: lines.from,
      to: lines.to,
      lines: found,
      limits: limits,
      annotations: answer.annotations,
      written: written,
      most: most
    ).write(to: &html)
  }
}

extension HistoryLines {
  /// The share of requests or calls with an error, from series with the label `error_type`.
  var failedShare: [Chart.Line] {
    let failed = rates { $0.contains { $0.name == "error_type" && !$0.value.isEmpty } }
    return HistoryLines.share(failed, of: rates { _ in true })
  }

  /// The share of the calls of services that these are to blame for: not those that they refused with a 4xx, nor
  /// those whose callers gave up.
  func failedShare(of calls: ([HistorySeries.Label]) -> Bool = { _ in true }) -> [Chart.Line] {
    let failed = rates { found in
      func value(_ name: String) -> String { found.first { $0.name == name }?.value ?? "" }
      return calls(found)
        && BackendFigures.isFailure(value("error_type"), status: value("http_response_status_code"))
    }
    return HistoryLines.share(failed, of: rates(where: calls))
  }
}
