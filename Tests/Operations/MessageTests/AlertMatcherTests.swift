// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Filters
import Measure
import Message
import Testing

@Suite struct `Matchers of alerts` {
  private static let alert = AlertCondition(
    "burn/shop/GET /config/availability",
    .page,
    site: "shop",
    look: "/slo",
    "is broken"
  )

  @Test(arguments: [
    (#"severity="page""#, true), ("severity=page", true), (#"severity!="page""#, false),
    (#"site=~"shop|cafe""#, true), (#"site=~"sho""#, false), (#"site!~"sho""#, true),
    (#"alertname="burn""#, true), (#"alert=~"burn/.*""#, true),
    (#"{severity="page", site="shop"}"#, true), (#"severity=page,site=cafe"#, false),
    (#"alert="burn/shop/GET /config/availability""#, true),
    (#"site="""#, false), (#"alert=~"burn/shop/GET /config/\w+""#, true),
  ])
  func `hold by label as Alertmanager's do, expressions for the whole value`(
    _ text: String,
    _ holds: Bool
  ) throws {
    let matchers = try AlertMatcher.list(text)
    #expect(matchers.allSatisfy { $0.holds(for: Self.alert) } == holds)
    let again = try AlertMatcher.list(matchers.map(\.description).joined(separator: ", "))
    #expect(again == matchers)
    #expect(AlertMatcher.isList(text))
  }

  @Test(arguments: [
    ("", "is no matcher"), ("severity", "is no matcher"), ("team=a", "no label team"),
    (#"site=~"(""#, "is no regular expression"), ("=page", "is no matcher"),
  ])
  func `that cannot be read are refused with the reason`(_ text: String, _ reason: String) {
    let error = #expect(throws: FilterError.self) { try AlertMatcher.list(text) }
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test func `are not what the name of an alert is`() throws {
    for name in ["drift/*", "burn/shop/GET /a=b/latency", "alert", "severity"] {
      #expect(!AlertMatcher.isList(name))
      #expect(try AlertSilence.Scope(name) == .name(name))
    }
  }
}

@Suite struct `Silences with a begin, an end, an author and a comment` {
  private static let now: Int64 = 1_800_000_000

  private static func condition(_ severity: AlertCondition.Severity = .ticket) -> AlertCondition {
    AlertCondition("drift/shop/mix", severity, site: "shop", look: "/model", "differs")
  }

  private static func silence(from start: Int64, to end: Int64) throws -> AlertSilence {
    AlertSilence(
      try AlertSilence.Scope(#"alertname="drift", site="shop""#),
      starts: now + start,
      until: now + end,
      author: "ann",
      reason: "a campaign"
    )
  }

  @Test func `A silence covers its alerts from its begin to its end`() throws {
    var book = AlertBook()
    let silence = try Self.silence(from: 100, to: 200)
    _ = book.add(silence)
    #expect(book.update([Self.condition()], at: Self.now).count == 1)
    _ = book.update([], at: Self.now + 80)
    #expect(book.update([Self.condition()], at: Self.now + 110) == [])
    #expect(book.silences == [silence])
    #expect(book.update([Self.condition()], at: Self.now + 190) == [])
    #expect(book.update([Self.condition()], at: Self.now + 200).count == 1)
    #expect(book.silences.isEmpty)
  }

  @Test func `A silence that has not begun outlasts a restart, with all that is said of it`() throws
  {
    var book = AlertBook()
    let silence = try Self.silence(from: 100, to: 3_000_000)
    _ = book.add(silence)
    let kept = try DataValue(reading: book.kept.json.span, as: .json)
    let restarted = AlertBook(kept: kept, at: Self.now + 1)
    #expect(restarted.silences == [silence])
    let table = FigureTable.text(of: restarted.tables(at: Self.now))
    #expect(
      table.contains("pending") && table.contains("ann") && table.contains(silence.id),
      "\(table)"
    )
    #expect(table.contains(#"alertname="drift", site="shop""#))
  }

  @Test func `A silence is ended by its id, and replaced by one of the same alerts`() throws {
    var book = AlertBook()
    let silence = try Self.silence(from: 0, to: 200)
    _ = book.add(silence)
    _ = book.add(try Self.silence(from: 0, to: 300))
    #expect(book.silences.map(\.until) == [Self.now + 300])
    let left = try #require(book.silences.first)
    _ = book.add(left.ending(at: Self.now + 10))
    #expect(book.update([Self.condition()], at: Self.now + 10).count == 1)
    #expect(book.silences.isEmpty)
  }

  @Test func `An alert that becomes urgent is told once more, also after a restart`() throws {
    var book = AlertBook()
    #expect(book.update([Self.condition()], at: Self.now).count == 1)
    #expect(book.update([Self.condition()], at: Self.now + 10) == [])
    #expect(book.update([Self.condition(.page)], at: Self.now + 20).count == 1)
    #expect(book.update([Self.condition(.page)], at: Self.now + 30) == [])
    #expect(book.update([Self.condition()], at: Self.now + 40) == [])
    let kept = try DataValue(reading: book.kept.json.span, as: .json)
    var restarted = AlertBook(kept: kept, at: Self.now + 50)
    #expect(restarted.update([Self.condition(.page)], at: Self.now + 60) == [])
    #expect(restarted.all.first?.told == [.ticket, .page])
  }
}
