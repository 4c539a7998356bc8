// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import DataFiles
import Localization
import Sites

/// All documents of a site put together: what the checks look at and an edition is made of.
struct Linkage {
  let site: SiteSettings
  /// In the order of their paths; a document's place here is its number.
  let drafts: [DocumentDraft]
  let numbers: [String: Int]
  /// The documents whose paths have names in braces.
  let routes: RouteTable
  /// The documents whose files cannot be read, so that nothing is known of them but that they are there.
  private let unread: UnreadDocuments
  let texts: SiteTexts
  let matcher: LanguageMatcher
  let space: AudienceSpace
  let words: TokenWords
  let shapes: ShapeTable
  /// The kinds of documents, each once.
  let kinds: KindTable
  /// For each kind its shapes.
  private let shapesOfKind: [KindShapes]
  /// The devices and countries that each document's texts and plan tell apart.
  private let factShapes: DocumentColumn<ShapeIndex?>
  /// Every link, found or not.
  let graph: Graph
  /// The links that lead a flow on.
  let flows: Graph
  /// The values that documents carry along flows.
  let flowTable: FlowTable
  /// The languages in which each document is complete by itself; `nil` where it has no texts.
  let ownCoverages: DocumentColumn<LanguageSet?>
  /// The languages in which it is complete with all steps that follow it.
  let coverages: DocumentColumn<LanguageSet?>
  /// The documents that are not shown in a language since a translation is left out, their own or that
  /// of a step that follows them.
  private let lackingTranslations: Set<Int>

  init(
    site: SiteSettings,
    drafts: [DocumentDraft],
    unread: UnreadDocuments,
    texts: SiteTexts,
    matcher: LanguageMatcher
  ) throws(PlainError) {
    self.site = site
    self.unread = unread
    self.drafts = drafts
    self.texts = texts
    self.matcher = matcher
    let routes = RouteTable(drafts.lazy.map(\.path))
    self.routes = routes
    var numbers: [String: Int] = [:]
    numbers.reserveCapacity(drafts.count)
    for (number, draft) in drafts.enumerated() { numbers[draft.path] = number }
    self.numbers = numbers
    let kinds = KindTable(drafts)
    self.kinds = kinds
    let factRules = Linkage.factRules(of: drafts, texts)
    let ruleSets = Linkage.ruleSets(of: kinds.all, factRules.values)
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
    func shape(of ruleSet: RuleSet) -> ShapeIndex { shapeOf[ruleSet] ?? ShapeIndex(rawValue: 0) }
    shapesOfKind = kinds.all.map { facts in
      KindShapes(
        document: shape(of: facts.ruleSet),
        rows: facts.variants.map { $0.rows.map(shape) }
      )
    }
    factShapes = factRules.mapValues { $0.map(shape) }
    func targets(
      of draft: DocumentDraft,
      where isWanted: (DocumentLink) -> Bool
    ) -> [UInt32] {
      var targets: [UInt32] = []
      for link in draft.links where isWanted(link) {
        let found = numbers[link.path].map(UInt32.init) ?? routes.match(link.path)
        guard let target = found, !targets.contains(target) else { continue }
        targets.append(target)
      }
      return targets
    }
    graph = Graph(count: drafts.count) { targets(of: drafts[$0]) { _ in true } }
    let flows = Graph(count: drafts.count) { targets(of: drafts[$0]) { $0.role == .next } }
    self.flows = flows
    flowTable = FlowTable(drafts, config: numbers[site.config]) { link in
      numbers[link.path] ?? routes.match(link.path).map(Int.init)
    }
    let all = LanguageSet(
      matcher.published.indices.map { LanguageIndex(rawValue: UInt8($0)) }
    )
    ownCoverages = Linkage.coverages(of: drafts, texts, all: all)
    coverages = Linkage.coverages(ownCoverages, along: flows)
    lackingTranslations = Linkage.lackingTranslations(drafts, texts, along: flows)
  }

  private static func ruleSets(of kinds: [DocumentFacts], _ factRules: [RuleSet?]) -> [RuleSet] {
    var seen: Set<RuleSet> = []
    var ruleSets: [RuleSet] = []
    for facts in kinds {
      if seen.insert(facts.ruleSet).inserted { ruleSets.append(facts.ruleSet) }
      for rows in facts.variants.lazy.compactMap(\.rows) where seen.insert(rows).inserted {
        ruleSets.append(rows)
      }
    }
    for rules in factRules.lazy.compactMap(\.self) where seen.insert(rules).inserted {
      ruleSets.append(rules)
    }
    return ruleSets
  }

  /// For each document a rule for every device and country that its texts and its plan tell apart.
  private static func factRules(
    of drafts: [DocumentDraft],
    _ texts: SiteTexts
  ) -> DocumentColumn<RuleSet?> {
    var column = DocumentColumn<RuleSet?>(capacity: drafts.count)
    for draft in drafts {
      var devices = Set(draft.facts.devices)
      for use in draft.texts { devices.formUnion(texts.devices(of: use.key)) }
      column.append(factRules(devices, draft.facts.countries))
    }
    return column
  }

  private static func factRules(
    _ devices: Set<DeviceClass>,
    _ countries: [RegionCode]
  ) -> RuleSet? {
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
  private static func coverages(
    of drafts: [DocumentDraft],
    _ texts: SiteTexts,
    all: LanguageSet
  ) -> DocumentColumn<LanguageSet?> {
    var column = DocumentColumn<LanguageSet?>(capacity: drafts.count)
    for draft in drafts {
      let isInAnyLanguage =
        draft.facts.usesLanguage || draft.facts.variants.contains(where: \.writesValues)
      var coverage: LanguageSet? = isInAnyLanguage ? all : nil
      for use in draft.texts {
        let languages = texts.coverage(of: use.key) ?? LanguageSet()
        coverage = coverage?.intersection(languages) ?? languages
      }
      column.append(coverage)
    }
    return column
  }

  /// Each document's languages without those that a later step lacks, so that a flow begins and
  /// ends in the same language.
  private static func coverages(
    _ own: DocumentColumn<LanguageSet?>,
    along flows: Graph
  ) -> DocumentColumn<LanguageSet?> {
    var coverages = own
    guard !flows.isEmpty else { return own }
    for group in flows.groups() {
      var shared: LanguageSet?
      for node in group {
        let node = Int(node)
        for next in [own[node]] + flows.targets(of: node).map({ coverages[Int($0)] }) {
          guard let next else { continue }
          shared = shared?.intersection(next) ?? next
        }
      }
      guard let shared else { continue }
      for node in group where own[Int(node)] != nil { coverages.update(Int(node), shared) }
    }
    return coverages
  }

  private static func lackingTranslations(
    _ drafts: [DocumentDraft],
    _ texts: SiteTexts,
    along flows: Graph
  ) -> Set<Int> {
    guard texts.areSomeLeftOut else { return [] }
    var found = Set(
      drafts.indices.filter { drafts[$0].texts.contains { texts.isLeftOut($0.key) } }
    )
    guard !found.isEmpty, !flows.isEmpty else { return found }
    for group in flows.groups() {
      let isLacking = group.contains { node in
        found.contains(Int(node))
          || flows.targets(of: Int(node)).contains { found.contains(Int($0)) }
      }
      if isLacking { found.formUnion(group.map { Int($0) }) }
    }
    return found
  }

  /// Whether a document is not shown in some language since a translation is left out.
  func lacksTranslations(_ document: Int) -> Bool { lackingTranslations.contains(document) }

  /// Whether all documents could be read whole, so that what none of them says is said nowhere.
  var isWhole: Bool { unread.isEmpty && kinds.all.allSatisfy(\.isSound) }

  /// Whether there is a document, even one that cannot be read.
  func hasDocument(_ path: String) -> Bool {
    numbers[path] != nil || routes.match(path) != nil || unread.contains(path)
  }

  /// The document that a link leads to.
  func number(of link: DocumentLink) -> Int? {
    numbers[link.path] ?? routes.match(link.path).map(Int.init)
  }

  func shapes(ofKind kind: Int) -> KindShapes { shapesOfKind[kind] }

  func shapes(ofDocument number: Int) -> KindShapes { shapesOfKind[kinds.kind(of: number)] }

  /// The devices and countries that a document's texts and plan tell apart.
  func factShape(ofDocument number: Int) -> ShapeIndex? { factShapes[number] }

  /// Everything that decides over a document's body.
  func allShapes(ofDocument number: Int) -> [ShapeIndex] {
    let shapes = shapes(ofDocument: number)
    return [shapes.document] + shapes.rows.compactMap(\.self)
  }

  /// Returns the variant that an audience sees of a document: its number and the rules of rows that
  /// let the audience pass.
  func view(
    of number: Int,
    for element: Combinations.Element
  ) -> (variant: Int, rows: UInt64)? {
    let own = shapes(ofDocument: number)
    guard
      let variant = shapes.winner(of: own.document, for: element.audience, at: element.instant)
    else { return nil }
    guard let rows = own.rows[variant] else { return (variant, 0) }
    let passing = shapes.passing(
      of: rows,
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
    let draft = drafts[number]
    return draft.links(of: draft.variants[view.variant]).filter { $0.rows & ~view.rows == 0 }
  }
}

/// The shapes of a kind of documents.
struct KindShapes {
  let document: ShapeIndex
  /// For each variant what decides between its rows.
  let rows: [ShapeIndex?]
}
