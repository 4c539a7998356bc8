// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Edges

extension TagRule {
  /// The rules of a language matcher; a tag that no rule matches gets no language.
  static func rules(of matcher: LanguageMatcher) -> [TagRule] {
    var basesOfChoice: [Choice: [String]] = [:]
    let regions = matcher.askableRegions
    for base in bases(of: matcher) {
      var choice = Choice(usual: matcher.language(for: base).map { Int($0.rawValue) })
      for region in regions {
        let language = matcher.language(for: base.with(region: region)).map { Int($0.rawValue) }
        if language != choice.usual {
          choice.others[language ?? Choice.none, default: []].append("\(region)".lowercased())
        }
      }
      guard choice.usual != nil || !choice.others.isEmpty else { continue }
      basesOfChoice[choice, default: []].append("\(base)".lowercased())
    }
    return basesOfChoice.sorted { $0.value.lexicographicallyPrecedes($1.value) }
      .flatMap { rules(for: $0.key, $0.value.sorted()) }
  }

  /// The published language for a language's usual regions, and those for others.
  private struct Choice: Hashable {
    static let none = -1

    let usual: Int?
    var others: [Int: [String]] = [:]
  }

  private static func rules(for choice: Choice, _ bases: [String]) -> [TagRule] {
    var rules = choice.others.sorted { $0.key < $1.key }.map { language, regions in
      TagRule(
        bases: bases,
        regions: regions.sorted(),
        language: language == Choice.none ? nil : language
      )
    }
    if let usual = choice.usual {
      rules.append(TagRule(bases: bases, regions: nil, language: usual))
    }
    return rules
  }

  /// Languages with and without scripts for which the matcher may have a published language.
  private static func bases(of matcher: LanguageMatcher) -> [LanguageTag] {
    let scripts = matcher.askableScripts
    return matcher.askableLanguages.flatMap { language in
      let plain = LanguageTag(language: language)
      return [plain]
        + scripts.map { plain.with(script: $0) }.filter { matcher.mayGetSomething($0) }
    }
  }
}
