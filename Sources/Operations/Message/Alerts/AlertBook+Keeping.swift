// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import Measure

/// The file format of alerts that fire or are over and of silences, by which they outlast a
/// restart. Pending alerts start again from zero, since their condition has to hold without a gap.
extension AlertBook {
  /// Time in seconds for which an alert outlasts a start without being found again: some conditions
  /// need a window of five minutes.
  static let restartPatience: Int64 = 300

  /// The version of the file's format.
  package static let version: Int64 = 1

  /// The version that a file says; files of before there were versions say none, and are read.
  package static func version(of kept: DataValue) -> Int64 {
    kept["version"]?.integer ?? AlertBook.version
  }

  /// The alerts and silences as JSON.
  package var kept: DataValue {
    let entries = all.filter { $0.state != .pending }
    return .members([
      ("version", .number(AlertBook.version)),
      ("alerts", .list(entries.map(\.kept))),
      (
        "silences",
        .list(
          silences.map { silence in
            .members([
              ("alert", .text(silence.pattern)), ("until", .number(silence.until)),
              ("reason", .text(silence.reason)),
            ])
          }
        )
      ),
    ])
  }

  /// Reads a stored book; entries that are not understood are left out.
  package init(kept: DataValue, at now: Int64) {
    self.init()
    for value in kept["alerts"]?.elements ?? [] {
      guard let entry = Entry(kept: value, at: now) else { continue }
      restore(entry)
    }
    for value in kept["silences"]?.elements ?? [] {
      guard let pattern = value["alert"]?.text, let until = value["until"]?.integer,
        (now...now + AlertBook.longestSilence).contains(until)
      else { continue }
      _ = add(Silence(pattern, until: until, reason: value["reason"]?.text ?? ""))
    }
  }
}

extension AlertBook.Entry {
  fileprivate var kept: DataValue {
    .members([
      ("alert", .text(condition.id)), ("severity", .text(condition.severity.rawValue)),
      ("site", .text(condition.site)), ("text", .text(condition.text)),
      ("look", .text(condition.look)), ("patience", .number(condition.patience)),
      ("state", .text(state.rawValue)), ("since", .number(since)), ("told", .boolean(isTold)),
    ])
  }

  fileprivate init?(kept value: DataValue, at now: Int64) {
    guard let id = value["alert"]?.text, let text = value["text"]?.text,
      let severity = value["severity"]?.text.flatMap(AlertCondition.Severity.init),
      let look = value["look"]?.text, let patience = value["patience"]?.integer,
      let state = value["state"]?.text.flatMap(AlertBook.State.init), state != .pending,
      let since = value["since"]?.integer, since <= now,
      case .bool(let isTold)? = value["told"]?.content
    else { return nil }
    self.init(
      condition: AlertCondition(
        id,
        severity,
        site: value["site"]?.text,
        look: look,
        patience: patience,
        text
      ),
      state: state,
      since: since,
      lastHeld: now + AlertBook.restartPatience - AlertBook.calm,
      isTold: isTold
    )
  }
}

extension DataValue {
  fileprivate var text: String? { if case .string(let text) = content { text } else { nil } }
  fileprivate var elements: [DataValue]? {
    if case .array(let elements) = content { elements } else { nil }
  }
}
