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
    var tags = ancestors(of: normal)
    if declaredSteps(from: normal) == nil, let whole = SameLanguage.whole(of: normal) {
      tags += ancestors(of: whole)
    }
    var found: [LanguageIndex] = []
    for tag in tags {
      let index = indices[tag] ?? SameLanguage.formerName(of: tag).flatMap { indices[$0] }
      if let index, !found.contains(index) { found.append(index) }
    }
    return found
  }

  private func sameLanguageHead(of wanted: LanguageTag) -> LanguageIndex? {
    for tag in ancestors(of: wanted) {
      if tag.region == .unspecified, let neighbor = SameLanguage.neighbor(of: wanted),
        let index = indices[neighbor]
      {
        return index
      }
      if let index = indices[tag] { return index }
    }
    return nearest(to: wanted)
  }

  /// The tag and what stands in for it, within its language and script.
  private func ancestors(of wanted: LanguageTag) -> [LanguageTag] {
    var found = [wanted]
    if let nearer = SameLanguage.parent(of: wanted) { found.append(nearer) }
    var next = wanted.parent
    while let tag = next, tag.language == wanted.language {
      // English as the world writes it is best known in one country's form.
      if tag.region == .world {
        found += DistanceTable.shared.paradigms.filter { $0.parent == tag && !found.contains($0) }
      }
      found.append(tag)
      next = tag.parent
    }
    return found
  }

  /// The language of the same script whose region is nearest.
  private func nearest(to wanted: LanguageTag) -> LanguageIndex? {
    let full = wanted.maximized
    let mates = normals.filter {
      $0.language == wanted.language && $0.script == wanted.script
    }
    return mates.min { Rank($0, for: full) < Rank($1, for: full) }.flatMap { indices[$0] }
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
      guard dependsOnRegion(base) else { continue }
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

  /// Whether readers of one language may get different ones by their region.
  private func dependsOnRegion(_ base: LanguageTag) -> Bool {
    let languages = Set(([base] + SameLanguage.stand(ins: base)).map { $0.language })
    return (normals + steps.keys).contains {
      languages.contains($0.language) && $0.region != .unspecified
    }
  }
}
