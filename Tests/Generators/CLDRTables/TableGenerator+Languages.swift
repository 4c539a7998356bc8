// SPDX-License-Identifier: Apache-2.0

extension TableGenerator {
  static func likelySubtags(_ elements: [XMLElement]) -> [GeneratedFile] {
    var languages: [String: Set<String>] = [:]
    var others: [String] = []
    for row in elements where row.name == "likelySubtag" {
      let parts = row["to"].split(separator: "_")
      if parts.count == 3, row["from"] == parts[0] {
        languages["\(parts[1])_\(parts[2])", default: []].insert(row["from"])
      } else {
        others.append(row["from"] + "=" + row["to"])
      }
    }
    return [
      GeneratedFile(
        path: folder + "LikelyLanguageTable.swift",
        name: "LikelyLanguageTable",
        summary: "The likely script and region of each language.",
        tables: [
          .words(
            name: "languages",
            summary: "Scripts and regions, each with its languages.",
            grouped(languages)
          )
        ]
      ),
      GeneratedFile(
        path: folder + "LikelyTagTable.swift",
        name: "LikelyTagTable",
        summary: "The likely subtags of tags with more than a language.",
        tables: [
          .words(name: "tags", summary: "Tags, each with the full one.", others.sorted())
        ]
      ),
    ]
  }

  static func aliases(_ elements: [XMLElement]) -> GeneratedFile {
    func rows(_ name: String, where isWanted: (XMLElement) -> Bool = { _ in true }) -> [String] {
      elements.filter { $0.name == name && isWanted($0) }
        .map { "\($0["type"])=\($0["replacement"].replacing(" ", with: ","))" }.sorted()
    }
    return GeneratedFile(
      path: folder + "AliasTable.swift",
      name: "AliasTable",
      summary: "The current names of deprecated subtags.",
      tables: [
        .words(
          name: "languages",
          summary: "Languages, alone or with a region or a variant.",
          rows("languageAlias") { isLanguage($0["type"]) && !$0["replacement"].contains("_x_") }
        ),
        .words(name: "scripts", summary: "Scripts.", rows("scriptAlias")),
        .words(
          name: "regions",
          summary: "Regions; where one was divided, its parts, the largest first.",
          rows("territoryAlias") { $0["type"].count == 2 || $0["type"].first?.isNumber == true }
        ),
        .words(name: "variants", summary: "Variants.", rows("variantAlias")),
      ]
    )
  }

  /// Whether a tag has no subtag but a language, a region and one variant. What RFC 5646
  /// grandfathers is no business of these tables, nor are extended languages.
  private static func isLanguage(_ tag: String) -> Bool {
    let subtags = tag.split(separator: "_")
    guard let first = subtags.first, first.count == 2 || first.count == 3 else { return false }
    guard subtags.count <= 2 else { return false }
    return subtags.dropFirst().allSatisfy { $0.count != 3 && $0.count <= 8 }
  }

  static func parentLocales(_ elements: [XMLElement]) -> GeneratedFile {
    var isMain = false
    var parents: [String: Set<String>] = [:]
    for element in elements {
      if element.name == "parentLocales" { isMain = element["component"].isEmpty }
      guard isMain, element.name == "parentLocale" else { continue }
      let children = element["locales"].split(separator: " ").map(String.init)
      parents[element["parent"], default: []].formUnion(children)
    }
    return GeneratedFile(
      path: folder + "ParentLocaleTable.swift",
      name: "ParentLocaleTable",
      summary: "Parents that differ from the tag without its last subtag.",
      tables: [
        .words(name: "parents", summary: "Parents, each with its children.", grouped(parents))
      ]
    )
  }

  static func languageDistances(_ elements: [XMLElement]) -> GeneratedFile {
    var paradigms: [String] = []
    var variables: [String] = []
    var rows: [String] = []
    var isWanted = false
    for element in elements {
      switch element.name {
      case "languageMatches": isWanted = element["type"] == "written_new"
      case "paradigmLocales" where isWanted:
        paradigms += element["locales"].split(separator: " ").map(String.init)
      case "matchVariable" where isWanted:
        variables += [element["id"] + ":"] + element["value"].split(separator: "+").map(String.init)
      case "languageMatch" where isWanted:
        let direction = element["oneway"] == "true" ? ">" : "="
        rows.append(
          element["desired"] + direction + element["supported"] + "/" + element["distance"]
        )
      default: break
      }
    }
    return GeneratedFile(
      path: folder + "LanguageDistanceTable.swift",
      name: "LanguageDistanceTable",
      summary: "CLDR's distances between wanted and offered languages.",
      tables: [
        .words(name: "paradigms", summary: "Tags preferred among equally near.", paradigms),
        .words(name: "variables", summary: "Named sets of regions.", variables),
        .words(
          name: "rows",
          summary: "Desired and supported with their distance, `=` both ways, `>` one way.",
          rows
        ),
      ]
    )
  }
}
