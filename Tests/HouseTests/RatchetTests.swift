// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Figures of the source tree that may only fall. A commit that must raise one says why in its body; one
/// that lowers a figure writes the new number here, so that nobody uses up what was gained.
@Suite struct `The source tree's figures` {
  /// A figure's limit, which is its value today, and the value at which it is to arrive.
  struct Ratchet: CustomTestStringConvertible, Sendable {
    let figure: String
    let limit: Int
    let aim: Int
    var testDescription: String { figure }

    init(_ figure: String, _ limit: Int, aim: Int) {
      (self.figure, self.limit, self.aim) = (figure, limit, aim)
    }

    /// The distance by which a figure may stand below its limit without being written down.
    var slack: Int { figure.hasPrefix("code lines") ? 100 : figure.hasPrefix("lines") ? 25 : 0 }
  }

  private static let ratchets = [
    Ratchet("code lines of Platform", 10_735, aim: 9_800),
    Ratchet("code lines of HTTP", 16_561, aim: 16_200),
    Ratchet("code lines of Content", 43_665, aim: 37_600),
    Ratchet("code lines of Data", 19_316, aim: 16_000),
    Ratchet("code lines of Delivery", 29_408, aim: 18_400),
    Ratchet("code lines of Operations", 45_590, aim: 36_500),
    Ratchet("code lines of Sample", 1_500, aim: 1_500),
    Ratchet("lines of ResourceService", 268, aim: 800),
    Ratchet("lines of ResourceStore", 676, aim: 800),
    Ratchet("lines of HTTP2Session", 744, aim: 800),
    Ratchet("lines of SiteSettings", 760, aim: 800),
    Ratchet("lines of Backend", 620, aim: 800),
    Ratchet("lines of SiteService", 761, aim: 800),
    Ratchet("lines of ServeCommand", 569, aim: 800),
    Ratchet("lines of any other type", 789, aim: 800),
    Ratchet("imports of Administration", 38, aim: 25),
    Ratchet("imports of Serving", 34, aim: 25),
    Ratchet("imports of any other module", 25, aim: 25),
    Ratchet("parameters of an initializer", 8, aim: 8),
    Ratchet("error types", 40, aim: 40),
    Ratchet("files under 20 lines", 40, aim: 40),
    Ratchet("repeated names of metrics as literals", 0, aim: 0),
    Ratchet("lines of tests with @testable", 9_369, aim: 10_000),
  ]

  private static let figures = Result { try SourceFigures() }

  @Test(arguments: ratchets)
  func `A figure only falls, and its limit with it`(_ ratchet: Ratchet) throws {
    let named = Set(Self.ratchets.map(\.figure))
    let value = try Self.figures.get().value(of: ratchet.figure, apart: named)
    #expect(
      value <= ratchet.limit,
      "\(ratchet.figure): \(value), and \(ratchet.limit) before; the aim is \(ratchet.aim)"
    )
    guard !ratchet.figure.contains("any other") else { return }
    #expect(
      value >= min(ratchet.limit, max(ratchet.aim, ratchet.limit - ratchet.slack)),
      "\(ratchet.figure): fell to \(value); write that instead of \(ratchet.limit)"
    )
  }
}

/// The counts behind the figures, of one pass over all sources and tests.
private struct SourceFigures {
  private var figures: [String: Int] = [:]
  private var types: [Substring: Int] = [:]
  private var imports: [Substring: Set<Substring>] = [:]

  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  init() throws {
    let sources = try Self.files("Sources")
    let modules = Set(sources.map { $0.path[1] })
    var metrics: [Substring] = []
    let importing = /^(?:package |public |private )?import (?:\w+ )?(\w+)/
    let error = /\b(?:struct|enum|class) \w+(?:<[^>]*>)?: [^{]*\bError\b/
    let metric = /"((?:portico|process|http_(?:client|server))_\w+)/
    for source in sources {
      count("code lines of \(source.path[0])", source.code.count)
      if source.lines.count < 20 { count("files under 20 lines", 1) }
      countTypes(source)
      for line in source.lines where !" /}".utf8.contains(line.utf8.first ?? UInt8(ascii: " ")) {
        guard let name = line.firstMatch(of: importing)?.1, modules.contains(name),
          name != source.path[1]
        else { continue }
        imports[source.path[1], default: []].insert(name)
      }
      guard source.text.contains("Error") || source.text.contains(metric) else { continue }
      for line in source.code {
        if line.contains("Error"), line.contains(error) { count("error types", 1) }
        if line.contains("_") { metrics += line.matches(of: metric).map(\.1) }
      }
    }
    for parameters in sources.flatMap(\.initializers) {
      let most = figures["parameters of an initializer"] ?? 0
      figures["parameters of an initializer"] = max(most, parameters)
    }
    figures["repeated names of metrics as literals"] = metrics.count - Set(metrics).count
    for test in try Self.files("Tests") where test.text.contains("\n@testable import") {
      count("lines of tests with @testable", test.lines.count)
    }
  }

  func value(of figure: String, apart named: Set<String>) throws -> Int {
    if figure == "lines of any other type" {
      return types.filter { !named.contains("lines of \($0.key)") }.map(\.value).max() ?? 0
    }
    if figure == "imports of any other module" {
      return imports.filter { !named.contains("imports of \($0.key)") }.map(\.value.count).max()
        ?? 0
    }
    if let value = figures[figure] { return value }
    if let module = figure.firstMatch(of: /^imports of (.*)/) {
      return imports[module.1]?.count ?? 0
    }
    return types[try #require(figure.firstMatch(of: /^lines of (.*)/)).1] ?? 0
  }

  private mutating func count(_ figure: String, _ number: Int) {
    figures[figure, default: 0] += number
  }

  /// Counts the lines from a declaration at the beginning of a line to its closing brace.
  private mutating func countTypes(_ source: SourceFile) {
    let declaration =
      /^(?:@\w+(?:\([^)]*\))? )*(?:(?:package|public|private|fileprivate|final|indirect|nonisolated) )*(?:struct|class|enum|actor|protocol|extension) ([A-Za-z0-9_.]+)/
    var open: Substring?
    for line in source.lines {
      if let name = open {
        types[name, default: 0] += 1
        if line.hasPrefix("}") { open = nil }
      } else if let first = line.utf8.first, first != UInt8(ascii: " "), first != UInt8(ascii: "/"),
        let name = line.firstMatch(of: declaration)?.1
      {
        types[name, default: 0] += 1
        open = line.hasSuffix("}") ? nil : name
      }
    }
  }

  private static func files(_ folder: String) throws -> [SourceFile] {
    let start = root.appendingPathComponent(folder)
    let all = FileManager.default.enumerator(atPath: start.path)?.compactMap { $0 as? String } ?? []
    return try all.filter { $0.hasSuffix(".swift") }.map { path in
      let text = try String(contentsOf: start.appendingPathComponent(path), encoding: .utf8)
      return SourceFile(path: path, text: text)
    }
  }
}

private struct SourceFile {
  let path: [Substring]
  let text: String
  let lines: [Substring]

  /// The lines that are neither empty nor a comment.
  let code: [Substring]

  init(path: String, text: String) {
    self.path = path.split(separator: "/")
    self.text = text
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    code = lines.filter { line in
      let text = line.utf8.drop { $0 == UInt8(ascii: " ") }
      return !text.isEmpty && !text.starts(with: "//".utf8)
    }
  }

  /// The number of parameters of each declared initializer.
  var initializers: [Int] {
    let start =
      /^ *(?:@inlinable |package |public |private |fileprivate |convenience )*init[?!]?(?:<[^>]*>)?\(/
    var counts: [Int] = []
    var depth = 0
    for line in code {
      var rest = line
      if depth == 0 {
        guard line.contains("init"), let match = line.firstMatch(of: start) else { continue }
        rest = line[match.range.upperBound...]
        depth = 1
        counts.append(0)
      }
      for byte in rest.utf8 where depth > 0 {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: ":") where depth == 1: counts[counts.count - 1] += 1
        default: break
        }
      }
    }
    return counts
  }
}
