// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import ContentModel

// UTS 35's matcher and RFC 4647's lookup are not what readers expect (the first jumps to second
// languages, the second gives Simplified Chinese to Taiwan); we do as Apple's systems do, so that
// the server chooses what the app would have chosen.
//
// For each wanted language in order: itself; its fallbacks (`es-AR`, `es-419`, `es`), never in
// another language or script; English outside the United States before `en`; the nearest region of
// the language and script. Then the steps that the site declares, or without any, the few pairs
// that are treated as one language: no, nb and nn; yue and zh in one script. All of this is
// compiled for every region in advance, so that a visitor costs a search or two for each language.

/// Matches the languages that visitors ask for with those that a site publishes.
package struct LanguageMatcher: Sendable {
  package static let maximumLanguages = 255

  /// The published languages, by number.
  package let published: [LanguageTag]
  /// The default for visitors whom nothing matches; `nil` for none.
  package let standard: LanguageIndex?
  /// The match of each normal tag: those without a region, and regions that differ from them.
  let matches: SortedTable
  /// The languages with a variant, by normal tags.
  private let variants: [LanguageTag: LanguageIndex]
  private let normals: [LanguageTag]
  private let completions: [[LanguageIndex]]

  /// Compiles languages, in the site's order, with the declared steps.
  package init(
    published: [LanguageTag],
    steps: [LanguageStep] = [],
    standard: LanguageTag? = nil
  ) throws(PlainError) {
    let finder = try MatchFinder(published: published, steps: steps)
    self.published = published
    normals = finder.normals
    variants = finder.variants
    completions = finder.normals.map { finder.completions(of: $0) }
    matches = finder.compiled()
    guard let standard else {
      self.standard = nil
      return
    }
    guard let index = finder.index(of: standard.normal) else {
      throw PlainError("the default \(standard) is not among the published languages")
    }
    self.standard = index
  }

  package subscript(language: LanguageIndex) -> LanguageTag { published[Int(language.rawValue)] }

  package func index(of tag: LanguageTag) -> LanguageIndex? {
    normals.firstIndex(of: tag.normal).map { LanguageIndex(rawValue: UInt8($0)) }
  }

  /// Returns the languages that fill in missing texts of this one, itself first.
  package func completion(of language: LanguageIndex) -> [LanguageIndex] {
    completions[Int(language.rawValue)]
  }

  /// Returns the languages that match a visitor, in the visitor's order.
  package func chain(for desired: borrowing DesiredLanguages) -> LanguageChain {
    var chain = LanguageChain.empty
    for index in 0..<desired.wanted.count {
      let tag = desired.wanted[index].normal
      guard let found = match(of: tag), !isExcluded(found, tag, desired) else { continue }
      chain.append(found)
    }
    return chain
  }

  private func match(of tag: LanguageTag) -> LanguageIndex? {
    if tag.variant != .unspecified, let language = variants[tag] { return language }
    let row = matches[tag.subtags] ?? matches[tag.withoutRegion.subtags]
    return row.flatMap { UInt8(exactly: $0) }.map { LanguageIndex(rawValue: $0) }
  }

  /// Returns whether a tag with weight 0 excludes the language or a parent of it; not if the
  /// visitor also asks for exactly this one.
  private func isExcluded(
    _ language: LanguageIndex,
    _ wanted: LanguageTag,
    _ desired: borrowing DesiredLanguages
  ) -> Bool {
    let normal = normals[Int(language.rawValue)]
    for index in 0..<desired.excluded.count {
      let range = desired.excluded[index].normal
      if range == normal { return true }
      if range.language == normal.language, wanted != normal,
        range.script == .unspecified || range.script == normal.script,
        range.region == .unspecified || range.region == normal.region
      {
        return true
      }
    }
    return false
  }

  /// Returns the language in which a visitor gets a document that is complete in `covering`.
  ///
  /// - Parameter standIn: the fallback where the default does not cover it.
  package func choice(
    for chain: LanguageChain,
    covering: LanguageSet,
    refusing: Bool = false,
    standIn: LanguageIndex? = nil
  ) -> LanguageChoice {
    for index in 0..<chain.count where covering.contains(chain[index]) {
      return .wanted(chain[index])
    }
    guard !refusing else { return .refused }
    for language in [standard, standIn].compactMap(\.self) where covering.contains(language) {
      return .standard(language)
    }
    return .refused
  }

  /// Returns all tags that a chain stands for: each language with its fallbacks, the default once.
  package func tags(of chain: LanguageChain) -> [LanguageTag] {
    var languages: [LanguageIndex] = []
    for index in 0..<chain.count { languages += completion(of: chain[index]) }
    if let standard { languages += completion(of: standard) }
    var seen: Set<LanguageIndex> = []
    return languages.filter { seen.insert($0).inserted }.map { self[$0] }
  }
}
