// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import Measure

extension AlertBook {
  /// The tables of `GET /alerts`: all alerts, and the silences.
  ///
  /// - Parameter now: seconds since 1970.
  package func tables(at now: Int64) -> [FigureTable] {
    var alerts = FigureTable("alerts").columns([
      .init(.state, "Whether it fires, will fire if it goes on, or is over."),
      .init(.severity, "The urgency: page (at once) or ticket (within days)."),
      .init(.for, "The time since it entered this state."),
      .init(.alert, "Its name, which a silence names."), .init(.text, "The problem."),
      .init(.look, "look at", "The request to this listener that shows more."),
      .init(.silenced, "For how much longer nobody is told."),
      .init(.since, "Seconds since 1970 at which the state began."),
    ])
    for entry in all {
      let condition = entry.condition
      let silence = silence(of: condition, at: now)
      alerts.add(
        [
          .text(entry.state.rawValue), .text(condition.severity.rawValue),
          .seconds(Double(now - entry.since)), .text(condition.id), .text(condition.text),
          .text(condition.look), silence.figure { .seconds(Double($0.until - now)) },
          .count(entry.since),
        ],
        tone: entry.state == .firing ? (condition.severity == .page ? .failure : .warning) : .usual
      )
    }
    var silences = FigureTable("silences").columns([
      .init(
        .alert,
        "The alert, with * at its end all that begin so, or matchers that all have to hold."
      ),
      .init(.for, "For how much longer."),
      .init(.reason, "comment", "Why nobody is told."),
      .init(.author, "Who is behind it."),
      .init(.state, "active, or pending until it begins."),
      .init(.starts, "from", "Its begin, in UTC."),
      .init(.ends, "to", "Its end, in UTC."),
      .init(.id, "The name by which it is ended."),
      .init(.until, "Its end, in seconds since 1970."),
    ])
    for silence in self.silences where silence.until > now {
      silences.add([
        .text(silence.scope.description), .seconds(Double(silence.until - now)),
        .text(silence.reason), silence.author.figure { .text($0) },
        .text(silence.isActive(at: now) ? "active" : "pending"),
        silence.starts > 0 ? .text("\(UnixTime(seconds: silence.starts))") : .none,
        .text("\(UnixTime(seconds: silence.until))"), .text(silence.id), .count(silence.until),
      ])
    }
    return [alerts, silences]
  }
}
