// SPDX-License-Identifier: Apache-2.0

/// Describes how many bytes an export has over its limit, and which parts of the site take most of them.
struct ExportExcess: CustomStringConvertible {
  private let bytes: Int
  private let maximum: Int
  private let documents: Share
  private let languages: Share
  private let countries: Int

  /// The bytes that things of one kind take, by their names.
  private struct Share {
    /// The most names that are listed.
    static let maximumNames = 5

    private var bytesOfName: [String: Int] = [:]

    var bytes: Int { bytesOfName.values.reduce(0, +) }

    mutating func add(_ name: String, _ bytes: Int) { bytesOfName[name, default: 0] += bytes }

    /// The largest ones with their bytes.
    var names: String {
      bytesOfName.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Share.maximumNames)
        .map { "\($0.key) \(ExportExcess.text($0.value))" }.joined(separator: ", ")
    }
  }

  init(_ rules: EdgeRuleSet, bytes: Int, of maximum: Int) {
    self.bytes = bytes
    self.maximum = maximum
    var documents = Share()
    let routes = rules.paths.routes.map(\.path)
    let paths = (rules.paths.paths + rules.paths.folders).flatMap(\.self) + routes
    for (folder, paths) in Dictionary(grouping: paths, by: ExportExcess.folder) {
      documents.add(folder, AlternativesPattern(paths).pattern.utf8.count)
    }
    self.documents = documents
    var languages = Share()
    for rule in rules.tags {
      let name = rule.language.map { rules.languages[$0] } ?? "none"
      languages.add(name, EdgePatterns.tag(rule).utf8.count)
    }
    self.languages = languages
    countries = Set(rules.groups.compactMap(\.countries)).reduce(0) { sum, words in
      sum + words.reduce(0) { $0 + EdgePatterns.word($1).utf8.count + $1.word.utf8.count }
    }
  }

  /// The name that a document's bytes are counted under: its folder, or itself.
  private static func folder(of path: String) -> String {
    path.firstIndex(of: "/").map { String(path[...$0]) } ?? path
  }

  var description: String {
    let parts = [
      (
        documents.bytes,
        "documents take \(ExportExcess.text(documents.bytes)) (\(documents.names)), "
          + "fewer with names in braces, or in folders of documents with the same conditions"
      ),
      (
        languages.bytes,
        "languages take \(ExportExcess.text(languages.bytes)) (\(languages.names)), "
          + "fewer without those of single regions"
      ),
      (
        countries,
        "countries take \(ExportExcess.text(countries)), fewer when conditions name regions of the site instead"
      ),
    ]
    return "has \(ExportExcess.text(bytes)) bytes and may have \(ExportExcess.text(maximum)); "
      + "leave out \(ExportExcess.text(bytes - maximum)) of them: "
      + parts.sorted { $0.0 > $1.0 }.map(\.1).joined(separator: "; ")
  }

  /// A number with a comma between thousands.
  private static func text(_ number: Int) -> String {
    var text = ""
    for (place, digit) in String(number).reversed().enumerated() {
      if place > 0, place % 3 == 0 { text = "," + text }
      text = "\(digit)\(text)"
    }
    return text
  }
}
