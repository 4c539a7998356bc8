// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel

/// The script's lookup tables.
struct ScriptRules {
  private let rules: EdgeRuleSet

  init(_ rules: EdgeRuleSet) { self.rules = rules }

  /// Names of members of the script's own values; they may be shortened, since nothing else reads them.
  static let memberNames: Set<String> = [
    "acceptLanguage", "advised", "agents", "apart", "apps", "blocked", "builds", "config",
    "countries", "credentials", "devices", "experiments", "gates", "groups", "looksUp", "minimum",
    "only", "paths", "personal", "recommended", "required", "sufficient", "tags", "useful",
    "userAgent", "usual", "vary", "versions", "weight",
  ]

  var text: String {
    var parts: [String] = []
    let groups = groups(&parts)
    let members = [
      ("name", quoted(rules.name)),
      ("languages", list(rules.languages.map(quoted))),
      ("usual", expression(EdgePatterns.usualTag(rules))),
      ("tags", list(rules.tags.map { pair(EdgePatterns.tag($0), "\($0.language ?? -1)") })),
      ("countries", expression("^\(AlternativesPattern(rules.countryCodes).pattern)$")),
      ("devices", expression("^\(EdgePatterns.devices)$")),
      ("agents", list(EdgePatterns.userAgents.map { pair($0.pattern, quoted($0.device)) })),
      ("looksUp", "\(rules.looksCountriesUp)"),
      ("paths", paths),
      ("groups", groups),
      ("gates", list(rules.gates.map(gate))),
    ]
    return "var parts = [\n" + parts.map { "  \($0)" }.joined(separator: ",\n")
      + "\n];\n\nvar rules = {\n" + members.map { "  \($0.0): \($0.1)" }.joined(separator: ",\n")
      + "\n};\n\n"
  }

  /// The patterns of documents' paths with the numbers of their groups. Those of passes come first, with a
  /// number that no group has.
  private var paths: String {
    let passes = pair(EdgePatterns.passes(rules.passes, end: "$"), "-1")
    let documents = EdgePatterns.paths(rules.paths).map { pair("^/\($0.pattern)$", "\($0.group)") }
    return list((rules.passes.contains { !$0.prefix.isEmpty } ? [passes] : []) + documents)
  }

  /// The groups. What several have in common is written once, in `parts`.
  private func groups(_ parts: inout [String]) -> String {
    func part(_ text: String) -> String {
      if let number = parts.firstIndex(of: text) { return "parts[\(number)]" }
      parts.append(text)
      return "parts[\(parts.count - 1)]"
    }
    return list(
      rules.groups.map { group in
        var members: [(String, String)] = []
        for (name, isTrue) in [
          ("apart", group.tellsApart), ("config", group.isConfig),
          ("experiments", group.hasExperiments), ("personal", group.isPersonal),
        ] where isTrue { members.append((name, "true")) }
        members.append(("useful", part(list(group.useful.map { "\($0)" }))))
        members.append(("sufficient", part(list(group.sufficient.map { "\($0)" }))))
        members.append(("vary", part(quoted(group.fields.joined(separator: ", ")))))
        for (name, words) in [
          ("countries", group.countries), ("devices", group.devices), ("apps", group.apps),
        ] {
          guard let words else { continue }
          let pairs = words.map { pair(EdgePatterns.word($0), quoted($0.word)) }
          members.append((name, part(list(pairs))))
        }
        if let versions = group.versions {
          let bounds = versions.map { "[\(numbers($0.bound)), \(quoted($0.word))]" }
          members.append(("versions", part(list(bounds))))
        }
        if let builds = group.builds {
          members.append(("builds", part(list(builds.map { "[\($0.bound), \(quoted($0.word))]" }))))
        }
        return dictionary(members)
      }
    )
  }

  private func gate(_ gate: GateRule) -> String {
    var members = [
      ("app", quoted(gate.app)), ("only", "\(gate.isOnly)"),
      ("blocked", list(gate.blockedBuilds.map { "\($0)" })),
      ("required", quoted(gate.requiredClaim)), ("advised", quoted(gate.recommendedClaim)),
    ]
    if let minimum = gate.minimum { members.append(("minimum", numbers(minimum))) }
    if let recommended = gate.recommended { members.append(("recommended", numbers(recommended))) }
    return dictionary(members)
  }

  private func pair(_ pattern: String, _ value: String) -> String {
    "[\(expression(pattern)), \(value)]"
  }

  private func expression(_ pattern: String) -> String { ScriptRules.expression(pattern) }

  /// A regular expression as a literal.
  static func expression(_ pattern: String) -> String {
    "/\(pattern.map { $0 == "/" ? "\\/" : String($0) }.joined())/"
  }

  private func numbers(_ numbers: [UInt32]) -> String { list(numbers.map { "\($0)" }) }

  private func list(_ members: [String]) -> String { "[\(members.joined(separator: ", "))]" }

  private func dictionary(_ members: [(String, String)]) -> String {
    "{ \(members.map { "\($0.0): \($0.1)" }.joined(separator: ", ")) }"
  }

  private func quoted(_ text: String) -> String { ScriptRules.quoted(text) }

  /// A text as a literal; those of JSON are literals of JavaScript too.
  static func quoted(_ text: String) -> String { text.quotedAsJSON }
}
