// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel

/// Finds the published language for a wanted one. Slow: used to compile the matcher's tables.
///
/// All tags here are normal: see `LanguageTag.normal`.
struct MatchFinder {
  let normals: [LanguageTag]
  private let indices: [LanguageTag: LanguageIndex]
  private let steps: [LanguageTag: [LanguageTag]]

  init(published: [LanguageTag], steps: [LanguageStep]) throws(PlainError) {
    guard !published.isEmpty else {
      throw PlainError("no language is published; expected at least one")
    }
    guard published.count <= LanguageMatcher.maximumLanguages else {
      throw PlainError(
        "\(published.count) languages are published; expected at most \(LanguageMatcher.maximumLanguages)"
      )
    }
    normals = published.map { $0.normal }
    var indices: [LanguageTag: LanguageIndex] = [:]
    for (place, normal) in normals.enumerated() {
      try MatchFinder.checkLanguage(of: normal)
      if let other = indices[normal] {
        let (one, other) = (published[Int(other.rawValue)], published[place])
        throw PlainError("\(one) and \(other) are the same language; expected one of them")
      }
      indices[normal] = LanguageIndex(rawValue: UInt8(place))
    }
    self.indices = indices
    var declared: [LanguageTag: [LanguageTag]] = [:]
    for step in steps {
      try MatchFinder.checkLanguage(of: step.from.normal)
      guard declared.updateValue(step.to.map { $0.normal }, forKey: step.from.normal) == nil else {
        throw PlainError("steps from \(step.from) are declared twice; expected one list")
      }
    }
    self.steps = declared
    for step in steps {
      for target in step.to where sameLanguageMatch(of: target.normal) == nil {
        throw PlainError(
          "the step from \(step.from) to \(target) leads nowhere: nothing published is in that language"
        )
      }
    }
  }

  private static func checkLanguage(of normal: LanguageTag) throws(PlainError) {
    guard normal.language == .undetermined else { return }
    throw PlainError("und names no language; expected one such as en or zh-Hant")
  }

  func index(of normal: LanguageTag) -> LanguageIndex? { indices[normal] }

  var variants: [LanguageTag: LanguageIndex] { indices.filter { $0.key.variant != .unspecified } }

  /// Returns the published language for a wanted one.
  func match(of wanted: LanguageTag) -> LanguageIndex? {
    if let found = sameLanguageMatch(of: wanted) { return found }
    for target in declaredSteps(from: wanted) ?? SameLanguage.substitutes(for: wanted) {
      if let found = sameLanguageMatch(of: target) { return found }
    }
    return nil
  }

  /// Returns the published languages that fill in missing texts of one, itself first.
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

  private func sameLanguageMatch(of wanted: LanguageTag) -> LanguageIndex? {
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

  /// Returns the tag and its fallbacks within its language and script.
  private func ancestors(of wanted: LanguageTag) -> [LanguageTag] {
    var found = [wanted]
    if let nearer = SameLanguage.parent(of: wanted) { found.append(nearer) }
    var next = wanted.parent
    while let tag = next, tag.language == wanted.language {
      // International English falls back to one country's form.
      if tag.region == .world {
        found += DistanceTable.shared.paradigms.filter { $0.parent == tag && !found.contains($0) }
      }
      found.append(tag)
      next = tag.parent
    }
    return found
  }

  /// Returns the published language of the same script with the nearest region.
  private func nearest(to wanted: LanguageTag) -> LanguageIndex? {
    let full = wanted.maximized
    let mates = normals.filter {
      $0.language == wanted.language && $0.script == wanted.script && PseudoLocale($0) == nil
    }
    return mates.min { Rank($0, for: full) < Rank($1, for: full) }.flatMap { indices[$0] }
  }

  private func declaredSteps(from wanted: LanguageTag) -> [LanguageTag]? {
    for tag in ancestors(of: wanted) {
      if let targets = steps[tag] { return targets }
    }
    return nil
  }

  /// The number for "no language" in compiled rows.
  static let none: UInt64 = 256

  /// Compiles the matches of all languages without a region, and of regions that differ from them.
  func compiled() -> SortedTable {
    var rows: [(key: UInt64, value: UInt64)] = []
    var bases = Set(normals.map { $0.withoutRegion } + steps.keys.map { $0.withoutRegion })
    for base in bases { bases.formUnion(SameLanguage.languages(near: base)) }
    let regions = Regions.all.union((normals + steps.keys).map { $0.region })
    for base in bases {
      let usual = match(of: base)
      if let usual { rows.append((base.subtags, UInt64(usual.rawValue))) }
      guard dependsOnRegion(base) else { continue }
      for region in regions where region != .unspecified {
        let tag = base.with(region: region)
        guard tag.normal == tag else { continue }
        let found = match(of: tag)
        if found != usual {
          rows.append((tag.subtags, found.map { UInt64($0.rawValue) } ?? Self.none))
        }
      }
    }
    return SortedTable(rows)
  }

  /// Returns whether a language's readers may get different languages by region.
  private func dependsOnRegion(_ base: LanguageTag) -> Bool {
    let languages = Set(([base] + SameLanguage.substitutes(for: base)).map { $0.language })
    return (normals + steps.keys).contains {
      languages.contains($0.language) && $0.region != .unspecified
    }
  }
}
