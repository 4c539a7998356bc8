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
              ("id", .text(silence.id)), ("alert", .text(silence.scope.description)),
              ("starts", .number(silence.starts)), ("until", .number(silence.until)),
              ("author", .text(silence.author)), ("reason", .text(silence.reason)),
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
      guard let text = value["alert"]?.string, let scope = try? AlertSilence.Scope(text),
        let until = value["until"]?.integer,
        (now...now + 2 * AlertBook.longestSilence).contains(until)
      else { continue }
      let silence = AlertSilence(
        scope,
        id: value["id"]?.string ?? AlertSilence.newID(),
        starts: value["starts"]?.integer ?? 0,
        until: until,
        author: value["author"]?.string,
        reason: value["reason"]?.string ?? ""
      )
      _ = add(silence)
    }
  }
}

extension AlertBook.Entry {
  fileprivate var kept: DataValue {
    .members([
      ("alert", .text(condition.id)), ("severity", .text(condition.severity.rawValue)),
      ("site", .text(condition.site)), ("text", .text(condition.text)),
      ("look", .text(condition.look)), ("patience", .number(condition.patience)),
      ("state", .text(state.rawValue)), ("since", .number(since)),
      ("told", .boolean(!told.isEmpty)), ("toldAs", .list(told.map { .text($0.rawValue) })),
    ])
  }

  fileprivate init?(kept value: DataValue, at now: Int64) {
    guard let id = value["alert"]?.string, let text = value["text"]?.string,
      let severity = value["severity"]?.string.flatMap(AlertCondition.Severity.init),
      let look = value["look"]?.string, let patience = value["patience"]?.integer,
      let state = value["state"]?.string.flatMap(AlertBook.State.init), state != .pending,
      let since = value["since"]?.integer, since <= now,
      case .bool(let isTold)? = value["told"]?.content
    else { return nil }
    let told = (value["toldAs"]?.elements ?? []).compactMap { element in
      element.string.flatMap(AlertCondition.Severity.init)
    }
    self.init(
      condition: AlertCondition(
        id,
        severity,
        site: value["site"]?.string,
        look: look,
        patience: patience,
        text
      ),
      state: state,
      since: since,
      lastHeld: now + AlertBook.restartPatience - AlertBook.calm,
      told: isTold ? (told.isEmpty ? [severity] : told) : []
    )
  }
}
