// SPDX-License-Identifier: Apache-2.0

import ContentResolution

/// For each document what it and everything that it leads to tell apart.
struct ReachTable {
  private(set) var classes: [AudienceClasses] = []
  private(set) var classesOfDocument: [UInt32] = []

  init(_ linkage: Linkage, _ profiles: ProfileTable) {
    var numbers: [[UInt32]: UInt32] = [:]
    var sets: [[UInt32]] = []
    var reachOfDocument = [UInt32](repeating: 0, count: linkage.drafts.count)
    /// What a document reaches that leads nowhere, for each profile.
    var ownReach = [UInt32?](repeating: nil, count: profiles.profiles.count)
    for group in linkage.graph.groups() {
      let first = Int(group[group.startIndex])
      let isAlone = group.count == 1 && linkage.graph.targets(of: first).isEmpty
      let profile = Int(profiles.profileOfDocument[first])
      if isAlone, let known = ownReach[profile] {
        reachOfDocument[first] = known
        continue
      }
      var targets: Set<UInt32> = []
      var reached: Set<UInt32> = []
      let members = Set(group)
      for node in group {
        reached.insert(profiles.profileOfDocument[Int(node)])
        for target in linkage.graph.targets(of: Int(node)) where !members.contains(target) {
          targets.insert(reachOfDocument[Int(target)])
        }
      }
      for target in targets { reached.formUnion(sets[Int(target)]) }
      let set = reached.sorted()
      let number = numbers[set] ?? UInt32(sets.count)
      if number == sets.count {
        numbers[set] = number
        sets.append(set)
      }
      for node in group { reachOfDocument[Int(node)] = number }
      if isAlone { ownReach[profile] = number }
    }
    classesOfDocument = reachOfDocument
    classes = sets.map { set in
      let reached = set.map { profiles.profiles[Int($0)] }
      return AudienceClasses(
        shapes: Set(reached.flatMap(\.shapes)),
        of: linkage.shapes,
        coverages: reached.compactMap(\.coverage),
        words: linkage.words
      )
    }
  }
}
