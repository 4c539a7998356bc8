// SPDX-License-Identifier: Apache-2.0

import Measure
import Signals

/// Requests of a route whose calls to services took about as long as those of half and of 99 of 100 requests.
struct RouteExamples {
  /// The newest requests of which they are chosen.
  private static let most = 2_000
  /// The fewest requests of which a 99th percentile says anything.
  private static let least = 10
  /// The requests on each side of the one at the quantile.
  private static let reach = 1

  let report: Address

  init(_ route: String, site: String) {
    report = LogLink.events(
      LogLink.route(route, site: site),
      "time > ago(1h)",
      "duration >= 0us"
    ).with("limit", "\(RouteExamples.most)")
  }

  func write(_ inspection: Inspection, to html: inout HTMLWriter) {
    if let refusal = inspection.refusal(of: report) { return html.refusal(refusal) }
    let timed = inspection.events(report).records
      .compactMap { record in record.seconds(.duration).map { (record, $0) } }
      .sorted { $0.1 < $1.1 }
    guard timed.count >= RouteExamples.least else {
      return html.note("Fewer than \(RouteExamples.least) requests of the last hour had calls.")
    }
    for (share, name) in [(0.5, "Half"), (0.99, "99 of 100")] {
      let place = Int((share * Double(timed.count)).rounded(.up)) - 1
      let first = max(0, place - RouteExamples.reach)
      let near = timed[first...min(timed.count - 1, place + RouteExamples.reach)]
      html.element("h3", "\(name) took at most \(Figure.seconds(timed[place].1).shown) for calls")
      html.events(near.map(\.0), empty: "")
    }
    html.note(
      "Of the newest \(timed.count) requests with calls. Each time is a link to the tree of its calls; the log "
        + "has no duration of answers that were kept."
    )
  }
}
