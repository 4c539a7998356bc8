// SPDX-License-Identifier: Apache-2.0

package import Measure

extension AlertBook {
  /// The tables of `GET /alerts`: all alerts, and the silences.
  ///
  /// - Parameter now: seconds since 1970.
  package func tables(at now: Int64) -> [FigureTable] {
    var alerts = FigureTable(
      "alerts",
      [
        .init("state", "state", "Whether it fires, will fire if it goes on, or is over."),
        .init("severity", "severity", "The urgency: page (at once) or ticket (within days)."),
        .init("for", "for", "The time since it entered this state."),
        .init("alert", "alert", "Its name, which a silence names."),
        .init("text", "text", "The problem."),
        .init("look", "look at", "The request to this listener that shows more."),
        .init("silenced", "silenced", "For how much longer nobody is told."),
        .init("since", "since", "Seconds since 1970 at which the state began."),
      ]
    )
    for entry in all {
      let condition = entry.condition
      let silence = silence(of: condition.id, at: now)
      alerts.add(
        [
          .text(entry.state.rawValue), .text(condition.severity.rawValue),
          .seconds(Double(now - entry.since)), .text(condition.id), .text(condition.text),
          .text(condition.look), silence.figure { .seconds(Double($0.until - now)) },
          .count(entry.since),
        ],
        tone: entry.state == .firing
          ? (condition.severity == .page ? .failure : .warning) : .usual
      )
    }
    var silences = FigureTable(
      "silences",
      [
        .init("alert", "alert", "The alert, or with * at its end all that begin so."),
        .init("for", "for", "For how much longer."),
        .init("reason", "reason", "Why nobody is told."),
        .init("until", "until", "Its end, in seconds since 1970."),
      ]
    )
    for silence in self.silences where silence.until > now {
      silences.add([
        .text(silence.pattern), .seconds(Double(silence.until - now)), .text(silence.reason),
        .count(silence.until),
      ])
    }
    return [alerts, silences]
  }
}
