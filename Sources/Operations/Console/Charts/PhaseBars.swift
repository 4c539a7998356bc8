// SPDX-License-Identifier: Apache-2.0

import Measure
import Signals

/// The phases of a route's requests in their order, with the median and the 99th percentile of each as bars
/// that begin where the medians of the phases before end.
struct PhaseBars {

  /// The phases in the order in which a request goes through them.
  private static let order = [
    ("queue", "From the moment at which the request could be read until it is parsed."),
    ("parse", "Reading the head of the request."),
    ("limit", "Counting it against the limits of the site."),
    ("recall", "Looking for an answer by the bytes of the request."),
    ("route", "Finding the document or the pass."), ("recognize", "Finding out who asks."),
    ("lookup", "Looking the answer up in the cache."), ("query", "Reading the body of a QUERY."),
    ("calls", "The calls of the plan, until the last that is waited for."),
    ("compose", "Composing the answer from those of the calls."),
    ("pass", "Passing the request on, until the head of the answer has come."),
    ("encode", "Compressing the answer before it is sent."),
    ("deliver", "Writing the head of the answer."),
    ("write", "From the answer until the kernel has all of it."),
  ]

  private struct Phase {
    let name: String
    let help: String
    let count: Figure
    let median: Double
    let most: Double
  }

  private let phases: [Phase]

  /// - Parameter timers: the durations of a route and of others.
  init(_ timers: FigureTable, site: String, route: String) {
    let own = timers.records.filter { record in
      let labels = PhaseBars.labels(record.text(.name))
      return record.text(.name).hasPrefix("\(MetricName.phases){")
        && labels.contains("http_route=\(route)") && labels.contains("site=\(site)")
    }
    phases = PhaseBars.order.compactMap { name, help in
      guard
        let record = own.first(where: {
          PhaseBars.labels($0.text(.name)).contains("phase=\(name)")
        }),
        let median = record.number(.p50), let most = record.number(.p99)
      else { return nil }
      return Phase(name: name, help: help, count: record[.count], median: median, most: most)
    }
  }

  /// The labels of a series, such as `phase=calls`.
  private static func labels(_ name: String) -> [Substring] {
    guard let brace = name.firstIndex(of: "{") else { return [] }
    return name[name.index(after: brace)...].dropLast().split(separator: ",")
  }

  /// The columns, each with its class, its title and a sentence.
  private static let columns = [
    ("w", "phase", "A part of the handling of a request."),
    ("n", "requests", "Those that were measured."),
    ("time", "time", "Filled: the median. Outlined: the 99th percentile."),
    ("n", "half", "Half of them took at most this."),
    ("n", "99 of 100", "99 of 100 took at most this."),
  ]

  func write(to html: inout HTMLWriter) {
    guard !phases.isEmpty else {
      return html.note("No phase of this route was measured in the last hour.")
    }
    var (begin, end) = (0.0, 0.0)
    for phase in phases {
      end = max(end, begin + phase.most)
      begin += phase.median
    }
    let whole = max(begin, end, 1e-9)
    html.element(
      "div",
      [.class("scroll"), .set(.tabindex, "0"), .set(.role, "region"), .set(.aria, "Phases")]
    ) { html in
      html.element("table") { html in
        html.element("thead") { html in
          html.element("tr") { html in
            for (names, title, help) in PhaseBars.columns {
              html.element("th", [.class(names), .set(.scope, "col"), .title(help)], title)
            }
          }
        }
        html.element("tbody") { html in
          var begin = 0.0
          for phase in phases {
            row(phase, from: begin / whole, of: whole, &html)
            begin += phase.median
          }
        }
      }
    }
    html.element("details", [.class("help")]) { html in
      html.element("summary", "What the columns and the phases mean")
      html.element("dl") { html in
        let meanings = PhaseBars.columns.map { ($0.1, $0.2) } + phases.map { ($0.name, $0.help) }
        for (name, meaning) in meanings {
          html.element("dt", name)
          html.element("dd", meaning)
        }
      }
    }
    html.note(
      "A bar begins where the medians before it end. Of requests that wait for nothing one in 64 is "
        + "measured, and not every request has every phase, so that the phases do not add up to a request."
    )
  }

  private func row(_ phase: Phase, from begin: Double, of whole: Double, _ html: inout HTMLWriter) {
    html.element("tr") { html in
      func cell(_ place: Int, _ write: (inout HTMLWriter) -> Void) {
        let (names, title, _) = PhaseBars.columns[place]
        html.element("td", [.class(names), .set(.dataLabel, title)], write)
      }
      let (median, most) = (Figure.seconds(phase.median).shown, Figure.seconds(phase.most).shown)
      cell(0) { $0.element("span", [.title(phase.help)], phase.name) }
      cell(1) { $0.text(phase.count.shown) }
      cell(2) { html in
        let says = "median \(median), 99 of 100 \(most)"
        html.picture("tree", (1_000, 16), says: says) { html in
          html.path("grid", "M0 8H1000")
          PhaseBars.rect("most", begin, phase.most / whole, 3, 10, &html)
          PhaseBars.rect("bar", begin, phase.median / whole, 2, 12, &html)
        }
      }
      cell(3) { $0.text(median) }
      cell(4) { $0.text(most) }
    }
  }

  /// A bar between two shares of the width; one that would be too short to see is a stroke.
  private static func rect(
    _ name: String,
    _ begin: Double,
    _ length: Double,
    _ y: Int,
    _ height: Int,
    _ html: inout HTMLWriter
  ) {
    let x = min(996, Int((begin * 1_000).rounded(.down)))
    let width = min(1_000 - x, max(3, Int((length * 1_000).rounded(.up))))
    html.rect(name, (x, y), (width, height))
  }
}
