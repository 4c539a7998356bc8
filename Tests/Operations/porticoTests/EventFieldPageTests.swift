// SPDX-License-Identifier: Apache-2.0

import Foundation
import Signals
import Testing

@Suite struct `The table of event fields on the page for operators` {
  /// The rows of the table by the names in their first column.
  private static func rows() throws -> [(names: [String], meaning: String)] {
    let page = try #require(DocumentedBlock.pages.first { $0.key.hasSuffix("/Operating.md") }).value
    let table = try #require(page.components(separatedBy: "| field | meaning |").last)
    return table.split(separator: "\n").dropFirst().prefix { $0.hasPrefix("|") }.map { row in
      let columns = row.split(separator: "|", maxSplits: 1)
      return (quoted(columns[0]), String(columns.last ?? ""))
    }
  }

  private static func quoted(_ text: some StringProtocol) -> [String] {
    String(text).matches(of: /`([^`]+)`/).map { String($0.1) }
  }

  @Test func `The operating guide has a row for every field of events, and none for another`()
    throws
  {
    let rows = try Self.rows()
    let named = Set(rows.flatMap(\.names))
    #expect(named.count > 50)
    let fields = EventField.definitions.filter { $0.group == nil }.map(\.name)
    for name in fields { #expect(named.contains(name), "\(name) is a field, and not on the page") }
    // What every event has is no field of its own.
    for name in named.subtracting(["time", "event", "level"]) {
      #expect(fields.contains(name), "\(name) is on the page, and no field")
    }
  }

  @Test func `The operating guide names every field of a call in an event`() throws {
    let calls = try #require(Self.rows().first { $0.names == ["backends"] }).meaning
    for field in EventField.definitions where field.group == .backends {
      #expect(Self.quoted(calls).contains(field.name), "\(field.path)")
    }
  }

  @Test func `The operating guide names every kind of event`() throws {
    let head = try #require(Self.rows().first { $0.names.contains("event") }).meaning
    for kind in EventKind.allCases { #expect(Self.quoted(head).contains(kind.name), "\(kind)") }
  }
}
