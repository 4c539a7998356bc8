// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// A case written as a text: a site and its services, requests, and what is expected.
package struct Scenario: Sendable {
  /// One statement: words on a line, and the indented lines below it without their indentation.
  package struct Statement: Sendable {
    package let line: Int
    package let words: [String]
    package let block: [String]

    package init(line: Int, words: [String], block: [String]) {
      (self.line, self.words, self.block) = (line, words, block)
    }
  }

  package let file: String
  /// The comment with which the file begins, or what follows `scenario`.
  package private(set) var title: String
  package private(set) var statements: [Statement] = []

  /// Reads a file that is one scenario.
  package init(_ text: String, file: String) throws(PlainError) {
    self.file = file
    title = ""
    var start: (line: Int, words: [String])?
    var block: [String] = []
    func end(_ statements: inout [Statement]) {
      guard let opened = start else { return }
      while block.last?.isEmpty == true { block.removeLast() }
      statements.append(Statement(line: opened.line, words: opened.words, block: block))
      block = []
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("#") {
        if start == nil { title += (title.isEmpty ? "" : " ") + line.drop { "# ".contains($0) } }
      } else if line.isEmpty {
        if start != nil { block.append("") }
      } else if line.hasPrefix("  ") {
        guard start != nil else {
          throw PlainError("\(file):\(index + 1): a block without a statement")
        }
        block.append(String(line.dropFirst(2)))
      } else {
        end(&statements)
        start = (index + 1, line.split(separator: " ").map(String.init))
      }
    }
    end(&statements)
  }

  /// Reads a file of one scenario, or of several, each of which begins with a statement `scenario TITLE`; what stands
  /// before the first one belongs to all.
  ///
  /// A scenario with a statement `rows NAME…` becomes one for each line of its block, whose values, between bars,
  /// stand for `@NAME@`.
  package static func all(in text: String, file: String) throws(PlainError) -> [Scenario] {
    let whole = try Scenario(text, file: file)
    var parts: [Scenario] = []
    var common = whole
    common.statements = []
    for statement in whole.statements {
      if statement.words[0] == "scenario" {
        var part = common
        part.title = statement.words.dropFirst().joined(separator: " ")
        parts.append(part)
      } else if parts.isEmpty {
        common.statements.append(statement)
      } else {
        parts[parts.count - 1].statements.append(statement)
      }
    }
    var all: [Scenario] = []
    for part in parts.isEmpty ? [common] : parts { all += try part.rows() }
    return all
  }

  private func rows() throws(PlainError) -> [Scenario] {
    guard let table = statements.first(where: { $0.words[0] == "rows" }) else { return [self] }
    let names = table.words.dropFirst()
    var rows: [Scenario] = []
    for (index, line) in table.block.enumerated() {
      let values = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingSpaces }
      guard values.count == names.count else {
        let place = "\(file):\(table.line + index + 1)"
        throw PlainError("\(place): \(values.count) values; expected \(names.count)")
      }
      var row = self
      let meanings = zip(names, values).map { ("@\($0)@", String($1)) }
      row.title += " (\(values.joined(separator: " | ")))"
      row.statements = statements.filter { $0.words[0] != "rows" }.map { statement in
        func filled(_ text: String) -> String {
          meanings.reduce(text) { $0.replacing($1.0, with: $1.1) }
        }
        // A value of several words becomes several words.
        let words = statement.words.flatMap { filled($0).split(separator: " ").map(String.init) }
        return Statement(line: statement.line, words: words, block: statement.block.map(filled))
      }
      rows.append(row)
    }
    return rows
  }
}

/// Lines `name: value` up to an empty line, and what follows it.
package struct ScenarioMessage {
  package var fields: [(name: String, value: String)] = []
  package var body: [String] = []

  package init(_ lines: some Sequence<String>) {
    var isBody = false
    for line in lines {
      if isBody {
        body.append(line)
      } else if line.isEmpty {
        isBody = true
      } else {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
        fields.append((String(parts[0]), String(value)))
      }
    }
  }

  /// The text of the body; `nil` without one.
  package var text: String? { body.isEmpty ? nil : body.joined(separator: "\n") }
}

extension Substring {
  var trimmingSpaces: Substring {
    var text = drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
