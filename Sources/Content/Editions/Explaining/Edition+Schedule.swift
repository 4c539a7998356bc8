// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import DataFiles
import Sites

/// A change of content that comes by time alone, without a publication.
package struct ScheduledChange: Sendable {
  package enum Kind: String, Sendable {
    case comes
    case goes
  }

  package let instant: UnixTime
  package let kind: Kind
  /// The path of the document, or the name of the app.
  package let subject: String
  /// The part of it: the document as a whole, a variant, a row or an update gate.
  package let part: String
  package let place: FilePlace
}

extension Edition {
  /// The changes after an instant, the first ones first. It goes through all documents.
  ///
  /// - Parameter count: the most changes; the others are counted only.
  package func schedule(
    after now: UnixTime,
    atMost count: Int
  ) -> (changes: [ScheduledChange], others: Int) {
    var schedule = Schedule(after: now, atMost: count)
    for draft in drafts { schedule.add(draft) }
    for app in site.apps {
      guard let from = app.gate?.from else { continue }
      schedule.add(from, .comes, app.name, "update gate", FilePlace(SiteSettings.path))
    }
    return schedule.finish()
  }
}

/// The first changes out of many.
private struct Schedule {
  private let now: UnixTime
  private let count: Int
  private var changes: [ScheduledChange] = []
  private var others = 0

  init(after now: UnixTime, atMost count: Int) {
    self.now = now
    self.count = count
  }

  mutating func add(_ draft: DocumentDraft) {
    let whole = whole(draft)
    for (variant, rule) in zip(draft.variants, draft.ruleSet.rules) {
      let part = "variant \(variant.name)"
      add(rule, draft, part, draft.place(number: variant.position), whole)
      for (position, row) in zip(variant.rowPositions, variant.rows?.rules ?? []) {
        add(row, draft, "row of \(part)", draft.place(number: position), nil)
      }
    }
  }

  /// The instants at which a document comes as a whole, since none of its variants holds before, and
  /// goes as a whole, since none holds after.
  private func whole(_ draft: DocumentDraft) -> (comes: UnixTime?, goes: UnixTime?)? {
    let times = draft.ruleSet.rules.compactMap(\.conditions.time)
    guard !times.isEmpty, times.count == draft.ruleSet.rules.count else { return nil }
    let starts = times.flatMap { $0.intervals.map { $0.lower ?? .distantPast } }
    let ends = times.map { $0.intervals.last?.upper ?? .distantFuture }
    return (starts.min(), ends.max())
  }

  private mutating func add(
    _ rule: RuleSet.Rule,
    _ draft: DocumentDraft,
    _ part: String,
    _ place: FilePlace,
    _ whole: (comes: UnixTime?, goes: UnixTime?)?
  ) {
    for interval in rule.conditions.time?.intervals ?? [] {
      if let lower = interval.lower {
        add(lower, .comes, draft.path, lower == whole?.comes ? "document" : part, place)
      }
      if let upper = interval.upper {
        add(upper, .goes, draft.path, upper == whole?.goes ? "document" : part, place)
      }
    }
  }

  mutating func add(
    _ instant: UnixTime,
    _ kind: ScheduledChange.Kind,
    _ subject: String,
    _ part: String,
    _ place: FilePlace
  ) {
    guard instant > now else { return }
    changes.append(
      ScheduledChange(instant: instant, kind: kind, subject: subject, part: part, place: place)
    )
    // Few are kept however many there are.
    if changes.count >= 2 * max(count, 64) { cut() }
  }

  private mutating func cut() {
    changes.sort { ($0.instant, $0.subject, $0.place) < ($1.instant, $1.subject, $1.place) }
    others += max(0, changes.count - count)
    changes.removeLast(max(0, changes.count - count))
  }

  mutating func finish() -> (changes: [ScheduledChange], others: Int) {
    cut()
    return (changes, others)
  }
}
