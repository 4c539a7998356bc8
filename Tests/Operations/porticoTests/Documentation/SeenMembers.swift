// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

/// Tables of a page that name members and their types, and which of their rows answers had.
struct SeenMembers {
  /// By the titles above the tables, the types of members by their names.
  private var tables: [String: [String: String]] = [:]
  private var rows: [String: Set<String>] = [:]

  /// Reads the tables below some titles of a page.
  init(_ titles: Set<String>, of page: String) throws {
    for title in titles {
      let start = try #require(page.firstRange(of: "### \(title)\n"), "\(title)")
      let rest = page[start.upperBound...]
      let end = rest.firstRange(of: "\n### ")?.lowerBound ?? rest.endIndex
      var types: [String: String] = [:]
      for row in rest[..<end].split(separator: "\n") where row.hasPrefix("| `") {
        let cells = row.split(separator: "|").map { $0.drop { $0 == " " } }
        // Behind the type may stand what it holds, or when it is there.
        types[String(cells[0].split(separator: "`")[0])] =
          String(cells[1].prefix { $0.isLetter || $0 == " " }).trimmed
      }
      try #require(!types.isEmpty, "\(title)")
      tables[title] = types
    }
  }

  /// The rows of a table that no answer had.
  func missing(in title: String) -> Set<String> {
    Set(tables[title, default: [:]].keys).subtracting(rows[title] ?? [])
  }

  /// Holds the members of an answer against the tables.
  ///
  /// - Parameters:
  ///   - titles: of the tables that are about the answer; the first one is about what stands in it, too.
  ///   - own: the members that its document's file names.
  ///   - inner: the tables of members that are dictionaries.
  mutating func hold(
    _ answer: [DataDictionary.Member],
    _ titles: [String],
    without own: Set<String>,
    _ inner: [String: String],
    _ path: String
  ) {
    for member in answer where !own.contains(member.key) {
      hold(member, titles, path)
      guard let title = inner[member.key], case .dictionary(let part) = member.value.content else {
        continue
      }
      for member in part.members { hold(member, [title], path) }
    }
    for member in SeenMembers.inner(of: answer) where member.key.hasPrefix("_") {
      hold(member, Array(titles.prefix(1)), path)
    }
  }

  private mutating func hold(
    _ member: DataDictionary.Member,
    _ titles: [String],
    _ path: String
  ) {
    let known = titles.first { tables[$0]?[member.key] != nil }
    let type = known.flatMap { tables[$0]?[member.key] } ?? "in no table"
    #expect(SeenMembers.type(of: member.value) == type, "\(member.key) of \(path)")
    if let known { rows[known, default: []].insert(member.key) }
  }

  private static func type(of value: DataValue) -> String {
    switch value.content {
    case .string: "string"
    case .integer: "integer"
    case .dictionary: "dictionary"
    case .array(let elements):
      elements.allSatisfy { type(of: $0) == "string" } ? "array of strings" : "array"
    case .bool, .null, .decimal, .date, .data: value.kindName
    }
  }

  /// The members of all dictionaries within.
  private static func inner(of members: [DataDictionary.Member]) -> [DataDictionary.Member] {
    members.flatMap { member -> [DataDictionary.Member] in
      switch member.value.content {
      case .dictionary(let dictionary): dictionary.members + inner(of: dictionary.members)
      case .array(let elements): inner(of: elements.map { .init("", $0) })
      default: []
      }
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
