// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The containment of regions: UN M.49 with CLDR's additions, such as `419` and `EU`.
package enum Regions {
  private static let members: [RegionCode: [RegionCode]] = {
    var members: [RegionCode: [RegionCode]] = [:]
    var words = TableWords(RegionTable.groups)
    while let word = words.next() {
      guard let group = RegionCode(text: words.head), let region = RegionCode(text: word) else {
        continue
      }
      members[group, default: []].append(region)
    }
    return members
  }()

  /// Returns all countries within a group; the region itself if it is none.
  package static func countries(in region: RegionCode) -> [RegionCode] {
    within(region).filter { !isGroup($0) }.sorted { $0.rawValue < $1.rawValue }
  }

  /// Returns the region with all groups and countries within it.
  static func within(_ region: RegionCode) -> Set<RegionCode> {
    var found: Set<RegionCode> = []
    var waiting = [region]
    while let next = waiting.popLast() {
      if found.insert(next).inserted { waiting += members[next] ?? [] }
    }
    return found
  }

  /// Returns whether `group` is or contains `region`.
  package static func contains(_ group: RegionCode, _ region: RegionCode) -> Bool {
    if group == region { return true }
    guard let parts = members[group] else { return false }
    for part in parts where contains(part, region) { return true }
    return false
  }

  /// All groups and countries.
  static let all = Set(members.keys).union(members.values.flatMap { $0 })

  /// Returns whether the region is a group.
  package static func isGroup(_ region: RegionCode) -> Bool { members[region] != nil }

  /// Returns the size of the smallest group that contains both; less is nearer.
  static func nearness(_ one: RegionCode, _ other: RegionCode) -> Int {
    guard one != other else { return 0 }
    var smallest = Int.max
    for group in members.keys where group.isNumeric {
      let regions = sets[group] ?? []
      if regions.count < smallest, regions.contains(one), regions.contains(other) {
        smallest = regions.count
      }
    }
    return smallest
  }

  private static let sets: [RegionCode: Set<RegionCode>] = members.keys.reduce(into: [:]) {
    $0[$1] = within($1)
  }
}
