// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A case for a whole gateway, written as a text: its site, its services, requests and what is expected.
/// `Tests/Scenarios/README.md` says how it is written.
struct Scenario: Sendable, CustomTestStringConvertible {
  /// One statement: words on a line, and the indented lines below it without their indentation.
  struct Statement: Sendable {
    let line: Int
    let words: [String]
    let block: [String]
  }

  struct Fault: Error, CustomStringConvertible {
    let description: String
  }

  let file: String
  /// The comment with which the file begins.
  let title: String
  let statements: [Statement]

  var testDescription: String { "\(title) (\(file))" }

  init(_ text: String, file: String) throws {
    self.file = file
    var statements: [Statement] = []
    var title = ""
    var start: (line: Int, words: [String])?
    var block: [String] = []
    func end() {
      guard let opened = start else { return }
      while block.last?.isEmpty == true { block.removeLast() }
      statements.append(Statement(line: opened.line, words: opened.words, block: block))
      block = []
    }
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("#") {
        if start == nil { title += (title.isEmpty ? "" : " ") + line.drop { "# ".contains($0) } }
      } else if line.isEmpty {
        if start != nil { block.append("") }
      } else if line.hasPrefix("  ") {
        guard start != nil else {
          throw Fault(description: "\(file):\(index + 1): a block without a statement")
        }
        block.append(String(line.dropFirst(2)))
      } else {
        end()
        start = (index + 1, line.split(separator: " ").map(String.init))
      }
    }
    end()
    self.title = title
    self.statements = statements
  }

  /// All in `Tests/Scenarios`.
  static func all() throws -> [Scenario] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Scenarios")
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".scenario") }.sorted().map {
        let file = folder.appendingPathComponent($0)
        return try Scenario(String(contentsOf: file, encoding: .utf8), file: $0)
      }
  }
}

/// Lines `name: value` up to an empty line, and what follows it.
struct ScenarioMessage {
  var fields: [(name: String, value: String)] = []
  var body: [String] = []

  init(_ lines: some Sequence<String>) {
    var isBody = false
    for line in lines {
      if isBody {
        body.append(line)
      } else if line.isEmpty {
        isBody = true
      } else {
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
        fields.append((parts[0].lowercased(), String(value)))
      }
    }
  }
}
