// SPDX-License-Identifier: Apache-2.0

package import ContentModel

// From what a visitor wants to what a site has. UTS 35's matcher and RFC 4647's lookup are not what
// readers expect (the first jumps to second languages, the second gives Simplified Chinese to
// Taiwan); we do as Apple's systems do, so that the server chooses what the app would have chosen.
//
// For each wanted language in order: itself; what stands in for it (`es-AR`, `es-419`, `es`), never
// in another language or script; English outside the United States before `en`; the nearest region
// of the language and script. Then the steps that the site declares, or where it declares none, the
// few pairs that are taken for one language: no, nb and nn; yue for zh in one script. All of this is
// worked out once for every region there is, so that a visitor costs a search or two a language.

/// Finds the published languages that fit a visitor.
package struct LanguageMatcher: Sendable {
  package static let maximumLanguages = 255

  /// As they were given, by their numbers.
  package let published: [LanguageTag]
  /// What a visitor gets whom nothing fits; `nil`: nothing.
  package let standard: LanguageIndex?
  /// Languages by normal tags: those without a region, and those whose region makes a difference.
  let heads: SortedTable
  /// The languages with a variant, by normal tags.
  private let variants: [LanguageTag: LanguageIndex]
  private let normals: [LanguageTag]
  private let completions: [[LanguageIndex]]

  /// Compiles languages, in the site's order, with the declared steps.
  package init(
    published: [LanguageTag],
    steps: [LanguageStep] = [],
    standard: LanguageTag? = nil
  ) throws(LanguageMatcherError) {
    let finder = try HeadFinder(published: published, steps: steps)
    self.published = published
    normals = finder.normals
    variants = finder.variants
    completions = finder.normals.map { finder.completions(of: $0) }
    heads = finder.compiled()
    guard let standard else {
      self.standard = nil
      return
    }
    guard let index = finder.index(of: standard.normal) else {
      throw .defaultNotPublished(standard)
    }
    self.standard = index
  }

  package subscript(language: LanguageIndex) -> LanguageTag { published[Int(language.rawValue)] }

  package func index(of tag: LanguageTag) -> LanguageIndex? {
    normals.firstIndex(of: tag.normal).map { LanguageIndex(rawValue: UInt8($0)) }
  }

  /// The languages whose texts stand in where one of this language is missing, itself first.
  package func completion(of language: LanguageIndex) -> [LanguageIndex] {
    completions[Int(language.rawValue)]
  }

  /// What fits a visitor, in the visitor's order.
  package func chain(for desired: borrowing DesiredLanguages) -> LanguageChain {
    var chain = LanguageChain.empty
    for index in 0..<desired.wanted.count {
      let tag = desired.wanted[index].normal
      guard let head = head(of: tag), !isExcluded(head, tag, desired) else { continue }
      chain.append(head)
    }
    return chain
  }

  private func head(of tag: LanguageTag) -> LanguageIndex? {
    if tag.variant != .unspecified, let language = variants[tag] { return language }
    let row = heads[tag.subtags] ?? heads[tag.withoutRegion.subtags]
    return row.flatMap { UInt8(exactly: $0) }.map { LanguageIndex(rawValue: $0) }
  }

  /// Whether a tag with weight 0 names the language or what contains it; not where the visitor wants
  /// just this one all the same.
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

  /// The one language in which a visitor gets a document that `covering` can show whole.
  ///
  /// - Parameter standIn: what the visitor gets where the default does not cover it.
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

  /// All tags that a chain stands for: each language with what completes it, the default once.
  package func tags(of chain: LanguageChain) -> [LanguageTag] {
    var languages: [LanguageIndex] = []
    for index in 0..<chain.count { languages += completion(of: chain[index]) }
    if let standard { languages += completion(of: standard) }
    var seen: Set<LanguageIndex> = []
    return languages.filter { seen.insert($0).inserted }.map { self[$0] }
  }
}
