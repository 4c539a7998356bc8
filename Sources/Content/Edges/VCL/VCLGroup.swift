// SPDX-License-Identifier: Apache-2.0

/// The subroutine that writes a visitor's token for one group of documents into `x-portico-token`.
struct VCLGroup {
  let rules: EdgeRuleSet
  let number: Int
  private var group: AudienceGroup { rules.groups[number] }

  var text: String {
    var steps: [String] = []
    if group.hasExperiments {
      steps.append("if (req.http.x-portico-installation != \"\") { \(VCLGroup.giveUp) }\n")
    }
    steps += languages
    if let countries = group.countries {
      if rules.looksCountriesUp {
        steps.append("if (req.http.x-portico-country == \"\") { \(VCLGroup.giveUp) }\n")
      }
      steps.append(choice(countries, "country"))
    }
    if let devices = group.devices { steps.append(choice(devices, "device")) }
    if let versions = group.versions {
      steps.append("if (req.http.x-portico-version == \"!\") { \(VCLGroup.giveUp) }\n")
      steps.append(
        bounds(versions.map { ($0.word, NumberPattern.from($0.bound)) }, "version")
      )
    }
    if let builds = group.builds {
      steps.append("if (req.http.x-portico-build == \"!\") { \(VCLGroup.giveUp) }\n")
      steps.append(
        bounds(builds.map { ($0.word, "\(NumberPattern.from($0.bound))$") }, "build")
      )
    }
    if let apps = group.apps { steps.append(choice(apps, "app")) }
    steps.append(
      "if (req.http.x-portico-token == \"\") { set req.http.x-portico-token = \"und\"; }\n"
        + "set req.http.x-portico-token = req.http.x-portico-token + req.http.x-portico-words;\n"
    )
    let body = steps.joined().split(separator: "\n").map { "  \($0)\n" }.joined()
    return "sub portico_group_\(number) {\n  set req.http.x-portico-words = \"\";\n\(body)}\n\n"
  }

  static let giveUp = "set req.http.x-portico-raw = \"1\"; return;"

  private var languages: [String] {
    let field = "req.http.x-portico-token"
    guard !group.useful.isEmpty else { return ["set \(field) = \"\";\n"] }
    var steps = ["set \(field) = req.http.x-portico-chain;\n"]
    let useless = rules.languages.indices.filter { !group.useful.contains($0) }
    if !useless.isEmpty {
      steps.append("set \(field) = regsuball(\(field), \"~\(one(of: useless))(?=~|$)\", \"\");\n")
    }
    if !group.sufficient.isEmpty {
      let last = one(of: group.sufficient)
      steps.append(
        "set \(field) = regsub(\(field), \"^((?:~[a-z0-9-]+)*?~\(last))(?:~.*)?$\", \"\\1\");\n"
      )
    }
    steps.append("if (\(field) ~ \"!\") { \(VCLGroup.giveUp) }\n")
    if group.sufficient.count < group.useful.count {
      let again = "~([^~]+)((?:~[^~]+)*?)~\\1(?=~|$)"
      steps += Array(
        repeating: "set \(field) = regsub(\(field), \"\(again)\", \"~\\1\\2\");\n",
        count: 8
      )
    }
    steps.append("set \(field) = regsub(\(field), \"^~\", \"\");\n")
    return steps
  }

  private func one(of languages: [Int]) -> String {
    AlternativesPattern(languages.map { rules.languages[$0] }).pattern
  }

  private func choice(_ words: [AudienceGroup.Word], _ field: String) -> String {
    branches(words.map { ($0.word, EdgePatterns.word($0)) }, field)
  }

  /// Chooses by the highest bound that is not above the value.
  private func bounds(_ words: [(word: String, pattern: String)], _ field: String) -> String {
    branches(words.reversed().map { ($0.word, "^\($0.pattern)") }, field)
  }

  private func branches(_ words: [(word: String, pattern: String)], _ field: String) -> String {
    guard !words.isEmpty else { return "" }
    return words.map { word, pattern in
      let step =
        word.isEmpty
        ? "" : " set req.http.x-portico-words = req.http.x-portico-words + \".\(word)\"; "
      return "if (req.http.x-portico-\(field) ~ \"\(pattern)\") {\(step)}"
    }.joined(separator: " else ") + "\n"
  }
}
