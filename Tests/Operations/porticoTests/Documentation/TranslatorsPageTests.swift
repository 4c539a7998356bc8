// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Foundation
import Localization
import Testing

/// The files of each section of the page are read as a site of their own.
@Suite struct `The page for translators` {
  private struct Section: Sendable, CustomTestStringConvertible {
    let title: String
    let files: [(path: String, text: String)]

    var testDescription: String { title }
  }

  private static let sections: [Section] = {
    let path = "\(DocumentedBlock.catalog)/Translators.md"
    let lines = (DocumentedBlock.pages[path] ?? "")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let blocks = DocumentedBlock.all.filter { $0.file == "Translators.md" }
    var sections: [Section] = []
    for block in blocks {
      let before = lines[..<(block.line - 1)]
      guard let name = before.last(where: { !$0.isEmpty })?.wholeMatch(of: /`Locales\/([^`]+)`:/),
        let title = before.last(where: { $0.hasPrefix("### ") })
      else { continue }
      let file = (path: String(name.1), text: block.text)
      if let last = sections.last, last.title == title {
        sections[sections.count - 1] = Section(title: last.title, files: last.files + [file])
      } else {
        sections.append(Section(title: String(title), files: [file]))
      }
    }
    return sections
  }()

  @Test func `There is an example for each tool`() { #expect(Self.sections.count == 7) }

  @Test(arguments: sections)
  private func `The files of a section are read without a finding`(section: Section) throws {
    let languages = ["en", "sv"].compactMap { LanguageTag($0) }
    let matcher = try LanguageMatcher(published: languages, standard: languages[0])
    var linker = TextsLinker(matcher, source: languages[0])
    for (path, text) in section.files {
      linker.add(
        TextsDraft(reading: Array(text.utf8).span, file: "Locales/\(path)", path: path)
      )
    }
    let texts = linker.finish()
    #expect(linker.findings.all.map(\.description) == [])
    let values = try DataDictionary(
      ["1", "count"].map { .init($0, DataValue(.integer(3))) }
    )
    func text(_ key: String, _ language: Int) -> String? {
      texts.text(
        key,
        in: LanguageIndex(rawValue: UInt8(language)),
        arguments: values,
        device: nil
      )?.string
    }
    #expect(text("cart.title", 0) == "Your cart" && text("cart.title", 1) == "Din korg")
    guard texts.has("roses") else { return }
    #expect(text("roses", 0) == "3 roses" && text("roses", 1) == "3 rosor")
  }
}
