// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Filters
import Measure

/// The addresses of the requests behind a figure: the log with a filter.
enum LogLink {
  /// The last minute, which is the window of most figures.
  static let minute = "time > ago(1m)"
  static let failed = "status >= 500"
  /// Requests that failed in any way, as the comparison with others has them.
  static let unwell = "(status >= 400 OR level != info)"
  static let refused = "status >= 400 AND status < 500"

  static func events(_ conditions: String...) -> Address {
    Address(.log, ["q": conditions.filter { !$0.isEmpty }.joined(separator: " AND ")])
  }

  /// The comparison of the failed requests that satisfy a condition with all others of the site.
  static func differences(of condition: String, site: String) -> Address {
    Address(
      .logDifferences,
      ["q": "\(of(site: site)) AND time > ago(15m)", "failed": "\(condition) AND \(unwell)"]
    )
  }

  /// The requests of a route, by its label in the metrics.
  static func route(_ label: String, site: String, kind: String) -> String {
    let place: String =
      if kind.hasSuffix("pass") { "pass = \(quoted(label))" } else {
        "document = \(document(label.dropFirst()))"
      }
    return "\(of(site: site)) AND \(place)"
  }

  /// The requests of a route by a label that may be that of a document or of a pass.
  static func route(_ label: String, site: String) -> String {
    "\(of(site: site)) AND (document = \(document(label.dropFirst())) OR pass = \(quoted(label)))"
  }

  static func of(site: String) -> String { "site = \(quoted(site))" }

  /// The requests with a call to a service.
  static func backend(_ name: String, site: String) -> String {
    "\(of(site: site)) AND backends.name = \(quoted(name))"
  }

  /// The filter for events that took about this long or longer: at least 95% of it.
  static func slower(than seconds: Double?, _ field: String = "duration") -> String {
    guard let seconds, seconds.isFinite, seconds > 0, seconds < 1e6 else { return "" }
    return "\(field) >= \(Int(seconds * 1e6 * 0.95))us"
  }

  /// The filter for events that took longer than promised.
  static func later(than seconds: Double?) -> String {
    guard let seconds, seconds.isFinite, seconds > 0, seconds < 1e6 else { return "" }
    return "duration > \(Int((seconds * 1e6).rounded()))us"
  }

  /// The filter for events between two times, in seconds since 1970.
  static func during(_ times: Range<Int64>) -> String {
    "time >= \(UnixTime(seconds: times.lowerBound)) AND time < \(UnixTime(seconds: times.upperBound))"
  }

  static func quoted(_ text: String) -> String { FilterValue.text(text).description }

  /// The condition for the documents that a label stands for: events name each document, where the
  /// label has a part in braces or a star.
  static func document(_ label: some StringProtocol) -> String {
    guard let end = label.firstIndex(where: { $0 == "{" || $0 == "*" }) else {
      return quoted(String(label))
    }
    return "\(quoted(String(label[..<end])).dropLast())*\""
  }
}

/// The addresses of the pages of one thing.
package enum PageLink {
  package static func route(_ label: String, site: String) -> Address {
    Address(.route, ["site": site, "route": label])
  }

  package static func backend(_ name: String, site: String) -> Address {
    Address(.backend, ["site": site, "backend": name])
  }

  package static func request(_ id: String) -> Address { Address(.log, below: id) }
}
