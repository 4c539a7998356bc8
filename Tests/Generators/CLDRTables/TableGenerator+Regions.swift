// SPDX-License-Identifier: Apache-2.0

extension TableGenerator {
  /// Groups of regions, those of the union's and similar kinds too; deprecated members left out.
  static func regions(_ elements: [XMLElement]) -> GeneratedFile {
    var groups: [String: Set<String>] = [:]
    for element in elements where element.name == "group" && !element["contains"].isEmpty {
      guard element["status"] != "deprecated" else { continue }
      let members = element["contains"].split(separator: " ").map(String.init)
      groups[element["type"], default: []].formUnion(members)
    }
    return GeneratedFile(
      path: folder + "RegionTable.swift",
      name: "RegionTable",
      summary: "The containment of regions.",
      tables: [
        .words(name: "groups", summary: "Groups, each with its members.", grouped(groups))
      ]
    )
  }

  /// The countries of ISO 3166-1, and Kosovo: codes with a number that is not for private use, and
  /// that are not former names.
  static func countries(_ data: [XMLElement], _ metadata: [XMLElement]) -> GeneratedFile {
    let former = Set(metadata.filter { $0.name == "territoryAlias" }.map { $0["type"] })
    var codes: [String] = []
    for element in data where element.name == "territoryCodes" {
      let code = element["type"]
      guard let number = Int(element["numeric"]), !former.contains(code) else { continue }
      guard number < 900 || code == "XK" else { continue }
      codes.append(code + element["alpha3"])
    }
    return GeneratedFile(
      path: "Sources/Content/ContentModel/Tables/CountryTable.swift",
      name: "CountryTable",
      summary: "The countries of ISO 3166-1, and Kosovo.",
      tables: [
        .words(name: "codes", summary: "Two-letter and three-letter codes.", codes.sorted())
      ]
    )
  }
}
