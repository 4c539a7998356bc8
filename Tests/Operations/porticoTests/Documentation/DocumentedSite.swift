// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import Foundation

/// A site around an example of the documentation: the example, and whatever it names.
struct DocumentedSite {
  private var settings: [String] = [
    "languages: { published: [\"en\"], source: \"en\", default: \"en\" }"
  ]
  private var documents: [String: String] = [:]
  private var texts: Set<String> = []

  private static let settingKeys = [
    "edges", "backends", "passes", "resources", "hosts", "errors", "model", "apps",
    "beacon",
  ]

  /// - Parameter example: a whole file, or some members of one.
  init(around example: String) throws {
    let isWhole = example.split(separator: "\n").first { !$0.hasPrefix("//") }?.first == "{"
    let text = isWhole ? example : "{\n\(example)\n}"
    let value = try DataValue(reading: Array(text.utf8).span, as: .json5)
    guard case .dictionary(let dictionary) = value.content else { return }
    let keys = dictionary.members.map(\.key)
    if keys.contains("datatype") {
      documents[DocumentedSite.path(of: example)] = text
    } else if keys.allSatisfy(DocumentedSite.settingKeys.contains) {
      // Members that others follow end with a comma already.
      settings.append(example.replacing(/,\s*$/, with: ""))
    } else if keys == ["own"] {
      settings.append("edges: { \(example) }")
    } else {
      documents["example/{id}"] = DocumentedSite.document(around: example, keys)
    }
    for match in example.matches(of: /"(errors\/[^"]+)"/) {
      documents[String(match.1)] = #"{ datatype: "x", body: {} }"#
    }
    let names = { (key: String) in DocumentedSite.names(of: key, in: example) }
    texts = names(#"\$t"#)
    for path in names(#"\$ref"#).union(names(#"\$embed"#)) where documents[path] == nil {
      documents[path] = DocumentedSite.stub(of: path, carrying: names("item"))
    }
    let known = keys.contains("backends") ? example : ""
    let backends = names("backend").union(
      documents.values.flatMap { DocumentedSite.names(of: "backend", in: $0) }
    )
    .filter { !known.contains($0) }
    if !keys.contains("backends") {
      settings.append(
        "backends: { "
          + backends.sorted().map { "\"\($0)\": { addresses: \"http://127.0.0.1:9\" }" }
          .joined(separator: ", ") + " }"
      )
    }
  }

  /// The path that the example states, or any.
  private static func path(of example: String) -> String {
    if let said = example.firstMatch(of: /^\/\/ Content\/([^ ]+)\.json5/) { return String(said.1) }
    return example.contains("{id}") ? "example/{id}" : "example"
  }

  /// A document of which the example is some members.
  private static func document(around example: String, _ keys: [String]) -> String {
    let head = #"datatype: "x", visitor: { country: ["US"] },"#
    let item = #"item: { backend: "stub", path: "/items/{id}" }"#
    if keys == ["prices"] {
      return """
        { \(head) calls: { \(item), items: { backend: "stub", path: "/items" }, \(example) },
          body: { title: { $pick: "$.item.title" }, prices: { $pick: "$.prices.data" } } }
        """
    }
    if keys.contains("list") {
      return """
        { \(head) \(example)
          body: { data: { $list: "$.items.data[*]", do: { title: { $pick: "@.title" } } } } }
        """
    }
    return """
      { \(head) calls: { \(item) }, body: { title: { $pick: "$.item.title" }, \(example) } }
      """
  }

  private static func stub(of path: String, carrying names: Set<String>) -> String {
    if path.contains("{") {
      return """
        { datatype: "x", calls: { item: { backend: "stub", path: "/\(path)" } }, light: ["title"],
          body: { title: { $pick: "$.item.title" } } }
        """
    }
    return
      #"{ datatype: "x", flow: { item: { default: "" } }, body: { item: { $pick: "$.flow.item" } } }"#
  }

  /// The strings that stand behind a key.
  private static func names(of key: String, in text: String) -> Set<String> {
    guard let pattern = try? Regex("(?:^|[\\s{,])\"?\(key)\"?: \"([^\"]+)\"") else { return [] }
    return Set(text.matches(of: pattern).compactMap { $0.output[1].substring.map(String.init) })
  }

  /// Documents that need what a link carries.
  private var carried: [String] {
    documents.filter { $0.value.contains("flow: { item: {}") }.keys.sorted()
  }

  private var config: String {
    let links = carried.map { "{ url: { $ref: \"\($0)\", carry: { item: \"1\" } } }" }
    return "{ datatype: \"config\", body: { links: [\(links.joined(separator: ", "))] } }"
  }

  /// Writes the files below a folder.
  func write(to folder: String) throws {
    func put(_ text: String, at path: String) throws {
      let parts = "\(folder)/\(path)".split(separator: "/").dropLast()
      try Files.makeFolder("/" + parts.joined(separator: "/"))
      try Files.write(Array(text.utf8), to: "\(folder)/\(path)")
    }
    let roots = documents.keys.filter { !carried.contains($0) }.sorted().map { "\"\($0)\"" }
    let all = settings + ["roots: [\(roots.joined(separator: ", "))]"]
    try put("{ \(all.joined(separator: ", ")) }", at: "Content/site.json5")
    for (path, text) in documents { try put(text, at: "Content/\(path).json5") }
    try put(config, at: "Content/config.json5")
    let members = texts.sorted().map { "\"\($0)\": \"text\"" }.joined(separator: ", ")
    try put("{ \(members) }", at: "Locales/en.json")
  }
}
