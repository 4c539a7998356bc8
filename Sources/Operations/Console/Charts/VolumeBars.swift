// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Measure

/// Numbers over time as bars of several kinds above each other, each bar a link to the events of its part of
/// the time. The kinds differ by their hatching or their shade, and not by colour alone.
struct VolumeBars {
  /// One kind of what is counted.
  struct Kind {
    enum Style: String {
      case failure = "bad"
      case warning = "warn"
      case second
      case usual = "info"

      /// Whether the bar has a pattern of stripes, so that it does not differ by its colour alone.
      var isHatched: Bool { self == .failure || self == .warning }
    }

    let style: Style
    let name: String
  }

  struct Bar: Equatable {
    let times: Range<Int64>
    /// The number of each kind.
    let counts: [Int]

    var sum: Int { counts.reduce(0, +) }
  }

  let title: String
  /// From the bottom to the top.
  let kinds: [Kind]
  let bars: [Bar]
  /// The address of the events of some of the time.
  let link: (Range<Int64>) -> Address

  func write(to html: inout HTMLWriter) {
    guard let first = bars.first, let last = bars.last else { return }
    let most = max(1, bars.map(\.sum).max() ?? 1)
    let (from, to) = (Int(first.times.lowerBound), Int(last.times.upperBound))
    let times = Chart.times(from: from, to: to)
    html.figure(title, up: ["\(most)", "", "0"], across: times, legend: legend) {
      picture(most, &$0)
    }
  }

  private func picture(_ most: Int, _ html: inout HTMLWriter) {
    html.picture("lines bars", role: "group", says: title) { html in
      html.element("defs") { html in VolumeBars.writePatterns(to: &html) }
      for (number, bar) in bars.enumerated() {
        let x = number * Plot.width / bars.count
        let width = max(2, (number + 1) * Plot.width / bars.count - x - 2)
        let says = sentence(of: bar)
        html.element(
          "a",
          [
            .href(link(bar.times)), .set(.aria, says),
            .set(.dataFrom, "\(UnixTime(seconds: bar.times.lowerBound))"),
            .set(.dataTo, "\(UnixTime(seconds: bar.times.upperBound))"),
          ]
        ) { html in
          html.element("title", says)
          html.rect("ground", (x, 0), (width, Plot.height))
          var bottom = Plot.height
          for (kind, count) in zip(kinds, bar.counts) where count > 0 {
            let height = max(2, count * (Plot.height - 6) / most)
            bottom -= height
            VolumeBars.rect(of: kind, (x, max(0, bottom)), (width, height), &html)
          }
        }
      }
    }
  }

  /// Hatchings that fall to one side for errors and to the other for warnings.
  private static func writePatterns(to html: inout HTMLWriter) {
    for (style, line) in [(Kind.Style.failure, "M0 8L8 0"), (.warning, "M0 0L8 8")] {
      let name = style.rawValue
      html.element(
        "pattern",
        [
          .set(.id, "bars-\(name)"), .set(.width, "8"), .set(.height, "8"),
          .set(.patternUnits, "userSpaceOnUse"),
        ]
      ) { html in
        html.rect("hatched \(name)", (0, 0), (8, 8))
        html.path("hatch", line)
      }
    }
  }

  private static func rect(
    of kind: Kind,
    _ corner: (Int, Int),
    _ size: (Int, Int),
    _ html: inout HTMLWriter
  ) {
    let name = kind.style.rawValue
    let isHatched = kind.style.isHatched
    html.rect(isHatched ? "" : name, corner, size, fill: isHatched ? "url(#bars-\(name))" : nil)
  }

  private func legend(_ html: inout HTMLWriter) {
    html.element("ul", [.class("legend")]) { html in
      for (number, kind) in kinds.enumerated() {
        html.element("li") { html in
          html.element(
            "svg",
            [.class("key"), .set(.viewBox, "0 0 24 8"), .set(.ariaHidden, "true")]
          ) { html in
            VolumeBars.rect(of: kind, (0, 0), (24, 8), &html)
          }
          html.text("\(bars.reduce(0) { $0 + $1.counts[number] }) \(kind.name)")
        }
      }
    }
  }

  private func sentence(of bar: Bar) -> String {
    let begin = "\(UnixTime(seconds: bar.times.lowerBound))".dropFirst(11).dropLast()
    let span = SpanWords.text(bar.times.upperBound - bar.times.lowerBound)
    let counts = zip(kinds, bar.counts).filter { $1 > 0 }.map { "\($1) \($0.name)" }
    return "\(begin), \(span): \(counts.isEmpty ? "none" : counts.joined(separator: ", "))"
  }
}
