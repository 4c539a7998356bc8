// SPDX-License-Identifier: Apache-2.0

extension TableGenerator {
  static func pluralRules(
    cardinal: [XMLElement],
    ordinal: [XMLElement]
  ) throws(PluralRuleError) -> GeneratedFile {
    var program = PluralProgram()
    let cardinals = try program.add(cardinal)
    let ordinals = try program.add(ordinal)
    return GeneratedFile(
      path: folder + "PluralRuleTable.swift",
      name: "PluralRuleTable",
      summary: "Plural rules as the instructions that `PluralRules` describes.",
      tables: [
        .words(name: "cardinals", summary: "Where a language's rules begin.", grouped(cardinals)),
        .words(name: "ordinals", summary: "The same for ordinal numbers.", grouped(ordinals)),
        .numbers(name: "instructions", summary: "All rules, one set after another.", program.words),
      ]
    )
  }

  static func pluralRanges(_ elements: [XMLElement]) -> GeneratedFile {
    var words: [String] = []
    for element in elements {
      if element.name == "pluralRanges" {
        words.append(element["locales"].split(separator: " ").sorted().joined(separator: ",") + ":")
      } else if element.name == "pluralRange" {
        words.append("\(element["start"])-\(element["end"])=\(element["result"])")
      }
    }
    return GeneratedFile(
      path: folder + "PluralRangeTable.swift",
      name: "PluralRangeTable",
      summary: "The category of a range from the categories of its ends.",
      tables: [
        .words(name: "ranges", summary: "Languages, then `start-end=result`.", words)
      ]
    )
  }
}
