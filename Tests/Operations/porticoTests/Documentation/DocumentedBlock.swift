// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// A block of code in the documentation, and where it stands.
struct DocumentedBlock: Sendable, CustomTestStringConvertible {
  let file: String
  let line: Int
  /// The word behind the three backticks.
  let language: String
  let text: String

  var testDescription: String { "\(file):\(line)" }

  /// The project's folder.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  static let catalog = "Sources/Operations/portico/Portico.docc"

  /// The pages of the documentation, by their paths.
  static let pages: [String: String] = {
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent(catalog).path
    )
    let paths =
      ["README.md"] + (names ?? []).filter { $0.hasSuffix(".md") }.map { "\(catalog)/\($0)" }
    return paths.reduce(into: [:]) { pages, path in
      pages[path] = try? String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
  }()

  static let all: [DocumentedBlock] = pages.sorted { $0.key < $1.key }.flatMap { path, page in
    blocks(of: page, in: path.split(separator: "/").last.map(String.init) ?? path)
  }

  static func blocks(of page: String, in file: String) -> [DocumentedBlock] {
    var blocks: [DocumentedBlock] = []
    var open: (line: Int, language: String, lines: [String])?
    for (number, line) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      guard line.hasPrefix("```") else {
        open?.lines.append(String(line))
        continue
      }
      if let block = open {
        blocks.append(
          DocumentedBlock(
            file: file,
            line: block.line,
            language: block.language,
            text: block.lines.joined(separator: "\n")
          )
        )
        open = nil
      } else {
        open = (number + 1, String(line.dropFirst(3)), [])
      }
    }
    return blocks
  }
}
