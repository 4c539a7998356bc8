// SPDX-License-Identifier: Apache-2.0

import Filters
package import Signals

/// Writes events for people: one line for each, or a tree with the calls of a request.
package struct EventText: Sendable {
  /// Puts a line in the colour of a level.
  package typealias Style = @Sendable (_ text: String, _ level: EventLevel) -> String

  /// Whether a request is followed by its calls, a line each.
  private let isTree: Bool
  /// The only fields to show; `nil` for a summary.
  private let fields: [String]?
  private let style: Style

  package init(
    isTree: Bool = false,
    fields: [String]? = nil,
    style: @escaping Style = { text, _ in text }
  ) {
    (self.isTree, self.fields, self.style) = (isTree, fields, style)
  }

  /// Returns the text of an event, with a line feed at the end of each line.
  package func text(_ record: EventRecord) -> String {
    if let fields {
      let values = fields.map { EventText.value(of: $0, in: record.members) ?? "-" }
      return values.joined(separator: "\t") + "\n"
    }
    let head = style(headline(record), record.level) + "\n"
    return isTree && record.kind == .request ? head + tree(record) : head
  }

  /// Returns the value of a field; those of several parts with commas in between.
  private static func value(of path: String, in members: [EventRecord.Member]) -> String? {
    let (name, rest) = split(path)
    guard let member = members.first(where: { $0.name == name }) else { return nil }
    let texts = member.values.compactMap { value -> String? in
      switch value {
      case .plain(let value): rest == nil ? plain(value) : nil
      case .group(let inner): rest.flatMap { EventText.value(of: $0, in: inner) }
      }
    }
    return texts.isEmpty ? nil : texts.joined(separator: ",")
  }

  private static func split(_ path: String) -> (name: String, rest: String?) {
    guard let dot = path.firstIndex(of: ".") else { return (path, nil) }
    return (String(path[..<dot]), String(path[path.index(after: dot)...]))
  }

  /// A value in one word: texts that contain blanks or controls are quoted.
  private static func plain(_ value: EventValue) -> String {
    switch value {
    case .text(let text):
      let isWord = text.unicodeScalars.allSatisfy { scalar in
        scalar.value > 0x20 && scalar != "\"" && scalar != "\\"
          && scalar.properties.generalCategory != .control
      }
      return isWord ? text : value.filterValue.description
    case .duration(let nanoseconds): return duration(nanoseconds)
    default: return value.filterValue.description
    }
  }

  /// A duration with three digits: `81.2ms`.
  private static func duration(_ nanoseconds: Int64) -> String {
    let units: [(String, Double)] = [("s", 1e9), ("ms", 1e6), ("us", 1e3)]
    let (name, size) = units.first { Double(nanoseconds) >= $0.1 } ?? ("us", 1e3)
    let number = Double(nanoseconds) / size
    let digits = number >= 100 ? 1.0 : number >= 10 ? 10 : 100
    let rounded = (number * digits).rounded() / digits
    return (rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)") + name
  }

  // MARK: a summary

  private static let requestNames: Set = [
    "time", "event", "level", "site", "method", "path", "query", "status", "duration", "source",
    "backends",
  ]
  /// Fields that a summary leaves out, since they are long and seldom needed.
  private static let longNames: Set = [
    "cache_key", "expire_at", "span_id", "parent_span_id", "host", "step", "document", "withheld",
    "trace_id", "error_detail", "client",
  ]

  private func headline(_ record: EventRecord) -> String {
    let members = record.members
    func value(_ name: String) -> String? { EventText.value(of: name, in: members) }
    var words = [value("time") ?? ""]
    guard record.kind == .request else {
      words.append(record.kind?.name ?? "")
      words += rest(of: members, without: ["time", "event", "level"])
      for service in members.calls {
        words += rest(of: service, without: []).map { "backends.\($0)" }
      }
      return words.joined(separator: " ")
    }
    words += [value("site"), value("method"), value("path")].compactMap { $0 }
    if let query = value("query") { words[words.count - 1] += "?\(query)" }
    words += [value("status"), value("duration"), value("source")].compactMap { $0 }
    let left = EventText.requestNames.union(isTree ? [] : EventText.longNames)
    words += rest(of: members, without: left)
    if !isTree { words += failures(of: members) }
    return words.joined(separator: " ")
  }

  private func rest(of members: [EventRecord.Member], without names: Set<String>) -> [String] {
    members.filter { !names.contains($0.name) }.compactMap { member in
      EventText.value(of: member.name, in: members).map { "\(member.name)=\($0)" }
    }
  }

  /// The failed calls of a request, with the reason.
  private func failures(of members: [EventRecord.Member]) -> [String] {
    members.calls.compactMap { call in
      guard let reason = EventText.value(of: "error_message", in: call) else { return nil }
      return "\(EventText.value(of: "name", in: call) ?? "?"):\(reason)"
    }
  }

  // MARK: a tree

  private func tree(_ record: EventRecord) -> String {
    let calls = record.members.calls
    return calls.enumerated().map { index, call in
      func value(_ name: String) -> String? { EventText.value(of: name, in: call) }
      let branch = index + 1 < calls.count ? "├─" : "└─"
      var words = [value("name") ?? "?", value("call") ?? "?", value("outcome") ?? "?"]
      words += [value("duration"), value("status"), value("error_message")].compactMap { $0 }
      words += [value("endpoint"), value("target"), value("error_detail")].compactMap { $0 }
      return "  \(branch) \(words.joined(separator: " "))\n"
    }.joined()
  }
}

extension [EventRecord.Member] {
  /// The calls of a request to backends.
  var calls: [[EventRecord.Member]] {
    guard let backends = first(where: { $0.name == "backends" }) else { return [] }
    return backends.values.compactMap { if case .group(let inner) = $0 { inner } else { nil } }
  }
}
