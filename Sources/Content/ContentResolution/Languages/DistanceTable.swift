// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// CLDR's distances between languages, scripts and regions.
struct DistanceTable: Sendable {
  static let shared = DistanceTable()

  static let defaultLanguage = 80
  static let defaultScript = 50
  static let defaultRegion = 4

  /// Pairs of languages, and of languages with scripts.
  private(set) var pairs: [Pair: Int] = [:]
  /// The rows for regions in their order.
  private(set) var regions: [RegionRow] = []
  private(set) var paradigms: [LanguageTag] = []

  struct Pair: Hashable, Sendable {
    let desired: LanguageTag
    let supported: LanguageTag

    var reversed: Pair { Pair(desired: supported, supported: desired) }
  }

  /// A row for regions: the language and script, and the clusters that both regions must be in.
  struct RegionRow: Sendable {
    let language: LanguageCode
    /// Unspecified for every script.
    let script: ScriptCode
    let desired: Cluster
    let supported: Cluster
    let distance: Int
    let isOneWay: Bool

    func covers(desired one: LanguageTag, supported other: LanguageTag) -> Bool {
      guard one.language == language, script == .unspecified || one.script == script else {
        return false
      }
      if desired.contains(one.region), supported.contains(other.region) { return true }
      return !isOneWay && desired.contains(other.region) && supported.contains(one.region)
    }
  }

  /// A set of regions or its complement.
  struct Cluster: Sendable {
    /// `nil` for every region.
    let regions: Set<RegionCode>?
    let isComplement: Bool

    func contains(_ region: RegionCode) -> Bool {
      guard let regions else { return true }
      return regions.contains(region) != isComplement
    }
  }

  private init() {
    var variables: [String: Set<RegionCode>] = [:]
    var words = TableWords(LanguageDistanceTable.variables)
    while let word = words.next() {
      guard let region = RegionCode(text: word) else { continue }
      variables[words.head, default: []].formUnion(Regions.within(region))
    }
    paradigms = TableWords(LanguageDistanceTable.paradigms).compactMap { LanguageTag($0) }
    for word in TableWords(LanguageDistanceTable.rows) { add(word, variables) }
  }

  /// Parses `desired=supported/distance`, with `>` for one direction only.
  private mutating func add(_ word: String, _ variables: [String: Set<RegionCode>]) {
    guard let (pair, number) = TableWords.sides(of: word, at: "/"), let distance = Int(number)
    else {
      return
    }
    let isOneWay = pair.contains(">")
    guard let (desired, supported) = TableWords.sides(of: pair, at: isOneWay ? ">" : "=") else {
      return
    }
    if let one = LanguageTag(desired), let other = LanguageTag(supported) {
      let pair = Pair(desired: one, supported: other)
      pairs[pair] = pairs[pair] ?? distance
      if !isOneWay { pairs[pair.reversed] = pairs[pair.reversed] ?? distance }
      return
    }
    let left = desired.split(separator: "_")
    let right = supported.split(separator: "_")
    guard left.count == 3, right.count == 3, let language = LanguageTag(String(left[0]))?.language
    else { return }
    regions.append(
      RegionRow(
        language: language,
        script: ScriptCode([UInt8](left[1].utf8).span) ?? .unspecified,
        desired: cluster(left[2], variables),
        supported: cluster(right[2], variables),
        distance: distance,
        isOneWay: isOneWay
      )
    )
  }

  private func cluster(_ name: Substring, _ variables: [String: Set<RegionCode>]) -> Cluster {
    if name == "*" { return Cluster(regions: nil, isComplement: false) }
    if let region = RegionCode(text: String(name)) {
      return Cluster(regions: [region], isComplement: false)
    }
    let isComplement = name.hasPrefix("$!")
    let regions = variables["$" + name.drop { $0 == "$" || $0 == "!" }]
    return Cluster(regions: regions, isComplement: isComplement)
  }
}
