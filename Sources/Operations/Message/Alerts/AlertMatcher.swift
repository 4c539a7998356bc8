// SPDX-License-Identifier: Apache-2.0

package import Filters
package import Measure

extension AlertCondition {
  /// The names of the labels that matchers may name.
  package static let labelNames = ["alert", "alertname", "severity", "site"]

  /// The value of a label: `alert` is the whole name, and `alertname` its first part, such as `burn`. A label without
  /// a value is empty, as Alertmanager has it.
  package func label(_ name: String) -> String {
    switch name {
    case "alert": id
    case "alertname": String(id.prefix { $0 != "/" })
    case "severity": severity.rawValue
    case "site": site ?? ""
    default: ""
    }
  }
}

/// A condition on a label of alerts, written as for Alertmanager: `severity="page"`, `site=~"shop|cafe"`.
package struct AlertMatcher: Sendable, Hashable {
  private enum Comparator: String, CaseIterable {
    // Those that others begin with come last.
    case found = "=~"
    case notFound = "!~"
    case notEqual = "!="
    case equal = "="
  }

  private let label: String
  private let comparator: Comparator
  private let value: String
  /// The value as an expression for a whole label.
  private let expression: FilterExpression?

  package init(_ text: some StringProtocol) throws(FilterError) {
    let text = AlertMatcher.trimmed(text)
    let name = String(text.prefix { $0.isLetter || $0 == "_" })
    let rest = AlertMatcher.trimmed(text.dropFirst(name.count))
    guard !name.isEmpty,
      let comparator = Comparator.allCases.first(where: { rest.hasPrefix($0.rawValue) })
    else {
      throw AlertMatcher.fault(
        "\(text) is no matcher; expected one such as severity=\"page\" or site=~\"shop|cafe\"",
        in: text
      )
    }
    guard AlertCondition.labelNames.contains(name) else {
      throw AlertMatcher.fault(
        "alerts have no label \(name); expected one of "
          + AlertCondition.labelNames.joined(separator: ", "),
        in: text
      )
    }
    label = name
    self.comparator = comparator
    value = AlertMatcher.unquoted(AlertMatcher.trimmed(rest.dropFirst(comparator.rawValue.count)))
    do {
      let isExpression = comparator == .found || comparator == .notFound
      expression = isExpression ? try FilterExpression(value) : nil
    } catch {
      throw AlertMatcher.fault("\(value) is no regular expression: \(error)", in: text)
    }
  }

  /// Reads matchers with commas between them, in braces or without.
  package static func list(_ text: String) throws(FilterError) -> [AlertMatcher] {
    var text = trimmed(text)
    if text.hasPrefix("{"), text.hasSuffix("}") { text = trimmed(text.dropFirst().dropLast()) }
    var matchers: [AlertMatcher] = []
    for part in parts(of: text) { matchers.append(try AlertMatcher(part)) }
    guard !matchers.isEmpty else { return [try AlertMatcher("")] }
    return matchers
  }

  /// Whether a text begins as matchers do, and not as the name of an alert.
  package static func isList(_ text: String) -> Bool {
    let text = trimmed(text)
    let name = text.prefix { $0.isLetter || $0 == "_" }
    let rest = trimmed(text.dropFirst(name.count))
    return text.hasPrefix("{")
      || AlertCondition.labelNames.contains(String(name))
        && (rest.hasPrefix("=") || rest.hasPrefix("!"))
  }

  /// The parts of a text between commas that stand outside of quotes.
  private static func parts(of text: String) -> [String] {
    var parts = [""]
    var (isQuoted, isEscaped) = (false, false)
    for letter in text {
      if letter == ",", !isQuoted {
        parts.append("")
        continue
      }
      if letter == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = letter == "\\" && !isEscaped
      parts[parts.count - 1].append(letter)
    }
    return parts.filter { !trimmed($0).isEmpty }
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count > 1, text.first == "\"", text.last == "\"" else { return text }
    return String(text.dropFirst().dropLast()).replacing("\\\"", with: "\"")
  }

  private static func fault(_ message: String, in source: String) -> FilterError {
    FilterError(kind: .syntax, message: message, offset: 0, source: source)
  }

  /// Returns whether an alert satisfies the condition. An expression has to match all of the label.
  package func holds(for alert: AlertCondition) -> Bool {
    let found = alert.label(label)
    return switch comparator {
    case .equal: found == value
    case .notEqual: found != value
    case .found: expression?.matches(found) ?? false
    case .notFound: !(expression?.matches(found) ?? false)
    }
  }
}

extension AlertMatcher: CustomStringConvertible {
  package var description: String {
    "\(label)\(comparator.rawValue)\"\(value.replacing("\"", with: "\\\""))\""
  }
}
