// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Measure
import Message
import Testing

@Suite struct `The alerts of a process` {
  private static func condition(
    _ id: String = "drift/shop/mix",
    patience: Int64 = 0
  ) -> AlertCondition {
    AlertCondition(id, .ticket, look: "/model", patience: patience, "something differs")
  }

  private static func words(_ changes: [AlertBook.Change]) -> [String] {
    changes.map { change in
      switch change {
      case .fired(let entry): "fired \(entry.condition.id)"
      case .resolved(let entry): "resolved \(entry.condition.id)"
      }
    }
  }

  @Test func `An alert fires once and is resolved after a minute without its condition`() {
    var book = AlertBook()
    let condition = Self.condition()
    #expect(Self.words(book.update([condition], at: 100)) == ["fired drift/shop/mix"])
    #expect(book.update([condition], at: 110) == [])
    #expect(book.update([], at: 169) == [])
    #expect(book.update([condition], at: 170) == [], "a short gap is none")
    #expect(Self.words(book.update([], at: 230)) == ["resolved drift/shop/mix"])
    #expect(book.all.map(\.state) == [.resolved])
    _ = book.update([], at: 230 + AlertBook.memory)
    #expect(book.all.isEmpty)
  }

  @Test func `An alert with patience fires only after its condition held without a gap`() {
    var book = AlertBook()
    let condition = Self.condition(patience: 300)
    for time: Int64 in stride(from: 0, to: 290, by: 10) {
      #expect(book.update([condition], at: time) == [])
    }
    #expect(book.all.map(\.state) == [.pending])
    #expect(book.update([], at: 290) == [])
    #expect(book.all.isEmpty)
    for time: Int64 in stride(from: 300, to: 600, by: 10) {
      #expect(book.update([condition], at: time) == [])
    }
    #expect(Self.words(book.update([condition], at: 600)) == ["fired drift/shop/mix"])
  }

  @Test func `A silenced alert is not told until its silence ends`() {
    var book = AlertBook()
    let conditions = [Self.condition(), Self.condition("capacity/egress")]
    _ = book.add(.init("drift/*", until: 200, reason: "a campaign"))
    #expect(Self.words(book.update(conditions, at: 100)) == ["fired capacity/egress"])
    let text = FigureTable.text(of: book.tables(at: 100))
    #expect(text.contains("drift/*  100s  a campaign"), "\(text)")
    #expect(book.update(conditions, at: 199) == [])
    #expect(Self.words(book.update(conditions, at: 200)) == ["fired drift/shop/mix"])
    #expect(book.silences.isEmpty)
    #expect(Self.words(book.update([], at: 300)).count == 2)
  }

  @Test func `An alert that was silenced all the time is not told to be resolved`() {
    var book = AlertBook()
    _ = book.add(.init("drift/shop/mix", until: 1_000, reason: "known"))
    #expect(book.update([Self.condition()], at: 100) == [])
    #expect(book.update([], at: 200) == [])
    #expect(book.all.map(\.state) == [.resolved])
  }

  @Test func `The number of alerts and of silences is limited`() {
    var book = AlertBook()
    let many = (0...AlertBook.mostEntries).map { Self.condition("drift/\($0)") }
    #expect(book.update(many, at: 1).count == AlertBook.mostEntries)
    for number in 0..<AlertBook.mostSilences {
      _ = book.add(.init("a\(number)", until: 10, reason: ""))
    }
    let isOneMore = book.add(.init("b", until: 10, reason: ""))
    let isAnother = book.add(.init("a5", until: 20, reason: ""))
    #expect(!isOneMore && isAnother)
  }
}

@Suite struct `Alerts that are kept for the next start` {
  private static func condition(_ id: String, patience: Int64 = 0) -> AlertCondition {
    AlertCondition(id, .page, site: "shop", look: "/model", patience: patience, "is \"wrong\"")
  }

  private static func restarted(_ book: AlertBook, at now: Int64) throws -> AlertBook {
    AlertBook(kept: try DataValue(reading: book.kept.json.span, as: .json), at: now)
  }

  @Test func `A kept alert fires on after a restart without being told again`() throws {
    var before = AlertBook()
    #expect(
      before.update([Self.condition("burn/a"), Self.condition("burn/b")], at: 100).count == 2
    )
    var after = try Self.restarted(before, at: 200)
    #expect(after.all.map(\.condition) == before.all.map(\.condition))
    #expect(after.all.map(\.since) == [100, 100])
    #expect(after.update([Self.condition("burn/a")], at: 210) == [])
    var changes: [AlertBook.Change] = []
    for time: Int64 in stride(from: 220, through: 500, by: 10) {
      changes += after.update([Self.condition("burn/a")], at: time)
      if time < 500 { #expect(changes.isEmpty, "\(time)") }
    }
    guard case .resolved(let entry)? = changes.first, changes.count == 1 else {
      Issue.record("\(changes)")
      return
    }
    #expect(entry.condition.id == "burn/b")
  }

  @Test func `A kept silence lasts after a restart until its end`() throws {
    var before = AlertBook()
    _ = before.add(.init("burn/*", until: 1_000, reason: "a sale"))
    _ = before.add(.init("drift/*", until: 150, reason: "short"))
    #expect(before.update([Self.condition("burn/a")], at: 100) == [])
    var after = try Self.restarted(before, at: 200)
    #expect(after.silences.map(\.reason) == ["a sale"])
    #expect(after.update([Self.condition("burn/a")], at: 210) == [])
    #expect(after.update([Self.condition("burn/a")], at: 1_000).count == 1)
  }

  @Test func `A pending alert and broken entries are not restored at a restart`() throws {
    var before = AlertBook()
    _ = before.update([Self.condition("drift/a", patience: 300)], at: 100)
    #expect(try Self.restarted(before, at: 200).all.isEmpty)
    let text = #"{"alerts":[{"alert":"a"},7],"silences":[{"alert":"b","until":"x"},{"until":5}]}"#
    let broken = AlertBook(
      kept: try DataValue(reading: Array(text.utf8).span, as: .json),
      at: 0
    )
    #expect(broken.all.isEmpty && broken.silences.isEmpty)
  }
}
