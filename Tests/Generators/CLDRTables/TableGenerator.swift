// SPDX-License-Identifier: Apache-2.0

/// Makes the tables of `ContentModel` and `ContentResolution` out of CLDR's supplemental data.
package enum TableGenerator {
  /// The files of CLDR that are read.
  package static let sources = [
    "likelySubtags.xml", "supplementalMetadata.xml", "supplementalData.xml", "languageInfo.xml",
    "plurals.xml", "ordinals.xml",
  ]

  /// All committed tables; the same for the same files. `read` gives a file's text by its name.
  package static func files(
    read: (String) throws -> String
  ) throws -> [GeneratedFile] {
    let metadata = XMLElement.all(in: try read("supplementalMetadata.xml"))
    let data = XMLElement.all(in: try read("supplementalData.xml"))
    return likelySubtags(XMLElement.all(in: try read("likelySubtags.xml"))) + [
      aliases(metadata),
      parentLocales(data),
      regions(data),
      countries(data, metadata),
      languageDistances(XMLElement.all(in: try read("languageInfo.xml"))),
      try pluralRules(
        cardinal: XMLElement.all(in: try read("plurals.xml")),
        ordinal: XMLElement.all(in: try read("ordinals.xml"))
      ),
    ]
  }

  static let folder = "Sources/Content/ContentResolution/Tables/"

  /// `key: member member`, groups in the order of their keys, members in theirs.
  static func grouped(_ groups: [String: Set<String>]) -> [String] {
    groups.sorted { $0.key < $1.key }.flatMap { [$0.key + ":"] + $0.value.sorted() }
  }
}
