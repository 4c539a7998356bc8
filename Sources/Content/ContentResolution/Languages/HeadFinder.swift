// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// Works out which published language a wanted one gets; slow, for the compiler of the matcher.
///
/// All tags in here are normal: see `LanguageTag.normal`.
struct HeadFinder {
  let normals: [LanguageTag]
  private let indices: [LanguageTag: LanguageIndex]
  private let steps: [LanguageTag: [LanguageTag]]

  init(published: [LanguageTag], steps: [LanguageStep]) throws(LanguageMatcherError) {
    guard !published.isEmpty else { throw .noLanguages }
    guard published.count <= LanguageMatcher.maximumLanguages else {
      throw .tooManyLanguages(published.count)
    }
    normals = published.map { $0.normal }
    var indices: [LanguageTag: LanguageIndex] = [:]
    for (place, normal) in normals.enumerated() {
      guard normal.language != .undetermined else { throw .undetermined }
      if let other = indices[normal] {
        throw .sameLanguage(published[Int(other.rawValue)], published[place])
      }
      indices[normal] = LanguageIndex(rawValue: UInt8(place))
    }
    self.indices = indices
    var declared: [LanguageTag: [LanguageTag]] = [:]
    for step in steps {
      guard step.from.normal.language != .undetermined else { throw .undetermined }
      guard declared.updateValue(step.to.map { $0.normal }, forKey: step.from.normal) == nil else {
        throw .stepDeclaredTwice(step.from)
      }
    }
    self.steps = declared
    for step in steps {
      for target in step.to where sameLanguageHead(of: target.normal) == nil {
        throw .stepLeadsNowhere(from: step.from, to: target)
      }
    }
  }

  func index(of normal: LanguageTag) -> LanguageIndex? { indices[normal] }

  var variants: [LanguageTag: LanguageIndex] { indices.filter { $0.key.variant != .unspecified } }

  /// What a wanted language gets.
  func head(of wanted: LanguageTag) -> LanguageIndex? {
    if let head = sameLanguageHead(of: wanted) { return head }
    for target in declaredSteps(from: wanted) ?? SameLanguage.stand(ins: wanted) {
      if let head = sameLanguageHead(of: target) { return head }
    }
    return nil
  }

  /// The published languages whose texts complete those of one, itself first.
  func completions(of normal: LanguageTag) -> [LanguageIndex] {
    ancestors(of: normal).compactMap { indices[$0] }
  }

  private func sameLanguageHead(of wanted: LanguageTag) -> LanguageIndex? {
    for tag in ancestors(of: wanted) {
      if let index = indices[tag] { return index }
      // English as the world writes it comes before that of the United States.
      if tag.region == .world, tag != wanted, let mate = nearest(to: wanted, below: tag) {
        return mate
      }
    }
    return nearest(to: wanted, below: nil)
  }

  /// The tag and what stands in for it, within its language and script.
  private func ancestors(of wanted: LanguageTag) -> [LanguageTag] {
    var found: [LanguageTag] = []
    var next: LanguageTag? = wanted
    while let tag = next, tag.language == wanted.language {
      let paradigms = DistanceTable.shared.paradigms.filter { $0 != tag && $0.parent == tag }
      if tag != wanted, tag.region == .world { found += paradigms.filter { !found.contains($0) } }
      found.append(tag)
      if let region = SameLanguage.formerName(of: tag) { found.append(region) }
      next = tag.parent
    }
    var seen: Set<LanguageTag> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// The language of the same script whose region is nearest; of those `below` a tag only.
  private func nearest(to wanted: LanguageTag, below ancestor: LanguageTag?) -> LanguageIndex? {
    let full = wanted.maximized
    let mates = normals.filter { normal in
      normal.language == wanted.language && normal.script == wanted.script
        && (ancestor.map { ancestors(of: normal).dropFirst().contains($0) } ?? true)
    }
    let best = mates.min { rank($0, for: full) < rank($1, for: full) }
    return best.flatMap { indices[$0] }
  }

  /// Less is nearer; the tag itself comes last, so that no two are equal.
  private func rank(_ candidate: LanguageTag, for wanted: LanguageTag) -> Rank {
    let full = candidate.maximized
    let isParadigm = DistanceTable.shared.paradigms.contains(candidate.withoutVariant)
    return Rank(
      variant: candidate.variant == .unspecified ? 0 : 1,
      distance: LanguageDistance.region(wanted, full),
      paradigm: isParadigm ? 0 : 1,
      nearness: Regions.nearness(wanted.region, full.region),
      tag: candidate
    )
  }

  private func declaredSteps(from wanted: LanguageTag) -> [LanguageTag]? {
    for tag in ancestors(of: wanted) {
      if let targets = steps[tag] { return targets }
    }
    return nil
  }

  /// What a compiled row has in place of a number where there is none.
  static let none: UInt64 = 256

  /// The heads of all languages and regions that have one: the regionless, and where the region
  /// makes a difference.
  func compiled() -> SortedTable {
    var rows: [(key: UInt64, value: UInt64)] = []
    var bases = Set(normals.map { $0.withoutRegion } + steps.keys.map { $0.withoutRegion })
    for base in bases { bases.formUnion(SameLanguage.languages(near: base)) }
    let regions = Regions.all.union((normals + steps.keys).map { $0.region })
    for base in bases {
      let usual = head(of: base)
      if let usual { rows.append((base.subtags, UInt64(usual.rawValue))) }
      for region in regions where region != .unspecified {
        let tag = base.with(region: region)
        guard tag.normal == tag else { continue }
        let head = head(of: tag)
        if head != usual {
          rows.append((tag.subtags, head.map { UInt64($0.rawValue) } ?? Self.none))
        }
      }
    }
    return SortedTable(rows)
  }
}

/// What makes one region nearer than another, the most important first.
private struct Rank: Comparable {
  let variant: Int
  let distance: Int
  let paradigm: Int
  let nearness: Int
  let tag: LanguageTag

  static func < (left: Rank, right: Rank) -> Bool {
    if left.variant != right.variant { return left.variant < right.variant }
    if left.distance != right.distance { return left.distance < right.distance }
    if left.paradigm != right.paradigm { return left.paradigm < right.paradigm }
    if left.nearness != right.nearness { return left.nearness < right.nearness }
    return left.tag < right.tag
  }
}
