// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Localization
import Plans

/// All documents of a site put together: what the checks look at and an edition is made of.
struct Linkage {
  let site: SiteSettings
  /// In the order of their paths; a document's place here is its number.
  let drafts: [DocumentDraft]
  let numbers: [String: Int]
  /// The documents whose paths have names in braces.
  let routes: RouteTable
  let texts: SiteTexts
  let matcher: LanguageMatcher
  let space: AudienceSpace
  let words: TokenWords
  let shapes: ShapeTable
  /// For each rule set its shape.
  let shapeOf: [RuleSet: ShapeIndex]
  /// Every link, found or not.
  let graph: Graph
  /// The links that lead a flow on.
  let flows: Graph
  /// For each document a rule for every device and country that its texts and its plan tell apart.
  let factRules: [RuleSet?]
  /// The languages in which a document is complete by itself; `nil` where it has no texts.
  let ownCoverages: [LanguageSet?]
  /// The languages in which it is complete with all steps that follow it.
  let coverages: [LanguageSet?]

  init(
    site: SiteSettings,
    drafts: [DocumentDraft],
    texts: SiteTexts,
    matcher: LanguageMatcher
  ) throws(AudienceLimit) {
    self.site = site
    self.drafts = drafts
    self.texts = texts
    self.matcher = matcher
    let routes = RouteTable(drafts.lazy.map(\.path))
    self.routes = routes
    let numbers = Dictionary(
      drafts.enumerated().map { ($1.path, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    self.numbers = numbers
    let factRules = drafts.map { Linkage.factRules(of: $0, texts) }
    self.factRules = factRules
    let ruleSets = Linkage.ruleSets(of: drafts, factRules)
    space = try AudienceSpace(Linkage.conditions(of: ruleSets, site))
    words = TokenWords(
      space,
      matcher: matcher,
      regions: site.regions,
      experiments: site.experiments
    )
    let compiler = ShapeCompiler(space)
    var shapes = ShapeTable()
    var shapeOf: [RuleSet: ShapeIndex] = [:]
    for ruleSet in ruleSets { shapeOf[ruleSet] = compiler.compile(ruleSet, into: &shapes) }
    self.shapes = shapes
    self.shapeOf = shapeOf
    func targets(_ number: Int, where isWanted: (DocumentLink) -> Bool) -> [UInt32] {
      var targets: [UInt32] = []
      for link in drafts[number].links where isWanted(link) {
        let found = numbers[link.path].map(UInt32.init) ?? routes.match(link.path)
        guard let target = found, !targets.contains(target) else {
          continue
        }
        targets.append(target)
      }
      return targets
    }
    graph = Graph(count: drafts.count) { targets($0) { _ in true } }
    let flows = Graph(count: drafts.count) { targets($0) { $0.role == .next } }
    self.flows = flows
    let all = LanguageSet(
      matcher.published.indices.map { LanguageIndex(rawValue: UInt8($0)) }
    )
    let own = drafts.map { Linkage.coverage(of: $0, texts, all: all) }
    ownCoverages = own
    coverages = Linkage.coverages(own, along: flows)
  }

  private static func ruleSets(
    of drafts: [DocumentDraft],
    _ factRules: [RuleSet?]
  ) -> [RuleSet] {
    var seen: Set<RuleSet> = []
    var ruleSets: [RuleSet] = []
    for draft in drafts {
      if seen.insert(draft.ruleSet).inserted { ruleSets.append(draft.ruleSet) }
      for rows in draft.variants.lazy.compactMap(\.rows) where seen.insert(rows).inserted {
        ruleSets.append(rows)
      }
    }
    for rules in factRules.lazy.compactMap(\.self) where seen.insert(rules).inserted {
      ruleSets.append(rules)
    }
    return ruleSets
  }

  private static func factRules(of draft: DocumentDraft, _ texts: SiteTexts) -> RuleSet? {
    let uses = draft.variants.lazy.flatMap(\.texts)
    var devices = Set(draft.planned?.plan.devices ?? [])
    for use in uses { devices.formUnion(texts.devices(of: use.key)) }
    let countries = draft.planned?.plan.countries ?? []
    guard !devices.isEmpty || !countries.isEmpty else { return nil }
    let deviceRules = devices.sorted().map { device in
      var conditions = Conditions()
      conditions.devices = [device]
      return RuleSet.Rule(conditions)
    }
    let countryRules = countries.map { country in
      var conditions = Conditions()
      conditions.countries = [country]
      return RuleSet.Rule(conditions)
    }
    return RuleSet(deviceRules + countryRules)
  }

  /// All conditions, with the versions that datatypes need, so that versions which can draw a thing
  /// and versions which cannot have different atoms.
  private static func conditions(of ruleSets: [RuleSet], _ site: SiteSettings) -> Set<Conditions> {
    var all = Set(ruleSets.lazy.flatMap(\.rules).map(\.conditions))
    for versions in site.datatypes.values.compactMap(\.versions) {
      var conditions = Conditions()
      conditions.appVersions = versions
      all.insert(conditions)
    }
    return all
  }

  /// The languages that all texts of a document are in; a plan that asks its services for a language
  /// asks for any, and numbers, amounts and dates are written in any.
  private static func coverage(
    of draft: DocumentDraft,
    _ texts: SiteTexts,
    all: LanguageSet
  ) -> LanguageSet? {
    let isInAnyLanguage =
      draft.planned?.plan.usesLanguage ?? false || draft.variants.contains { $0.writesValues }
    var coverage: LanguageSet? = isInAnyLanguage ? all : nil
    for use in draft.variants.lazy.flatMap(\.texts) {
      let languages = texts.coverage(of: use.key) ?? LanguageSet()
      coverage = coverage?.intersection(languages) ?? languages
    }
    return coverage
  }

  /// Each document's languages without those that a later step has not, so that nobody who begins a
  /// flow in one language ends it in another.
  private static func coverages(_ own: [LanguageSet?], along flows: Graph) -> [LanguageSet?] {
    var coverages = own
    for group in flows.groups() {
      var shared: LanguageSet?
      for node in group {
        for next in [own[node]] + flows.targets(of: node).map({ coverages[Int($0)] }) {
          guard let next else { continue }
          shared = shared?.intersection(next) ?? next
        }
      }
      guard let shared else { continue }
      for node in group where own[node] != nil || group.count > 1 {
        coverages[node] = own[node] == nil ? nil : shared
      }
    }
    return coverages
  }

  func shape(of ruleSet: RuleSet) -> ShapeIndex { shapeOf[ruleSet] ?? ShapeIndex(rawValue: 0) }

  func shape(ofDocument number: Int) -> ShapeIndex { shape(of: drafts[number].ruleSet) }

  /// Everything that decides over a document's body.
  func allShapes(ofDocument number: Int) -> [ShapeIndex] {
    [shape(ofDocument: number)]
      + drafts[number].variants.compactMap(\.rows).map { shape(of: $0) }
  }

  /// What an audience sees of a document: the variant's number and the rules of rows that let it
  /// pass.
  func view(
    of number: Int,
    for element: Combinations.Element
  ) -> (variant: Int, rows: UInt64)? {
    let shape = shape(ofDocument: number)
    guard
      let variant = shapes.winner(of: shape, for: element.audience, at: element.instant)
    else { return nil }
    guard let rows = drafts[number].variants[variant].rows else { return (variant, 0) }
    let passing = shapes.passing(
      of: self.shape(of: rows),
      for: element.audience,
      at: element.instant
    )
    return (variant, passing)
  }

  /// The links of a document that an audience sees.
  func links(
    of number: Int,
    for element: Combinations.Element
  ) -> [DocumentLink] {
    guard let view = view(of: number, for: element) else { return [] }
    return drafts[number].variants[view.variant].links.filter { $0.rows & ~view.rows == 0 }
  }
}
