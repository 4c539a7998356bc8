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
        .words(
          name: "cardinals",
          summary: "First cardinal rule of each language.",
          grouped(cardinals)
        ),
        .words(
          name: "ordinals",
          summary: "First ordinal rule of each language.",
          grouped(ordinals)
        ),
        .numbers(name: "instructions", summary: "All rules, one set after another.", program.words),
      ]
    )
  }
}
