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
    for group in linkage.graph.groups() {
      var targets: Set<UInt32> = []
      var reached: Set<UInt32> = []
      let members = Set(group)
      for node in group {
        reached.insert(profiles.profileOfDocument[node])
        for target in linkage.graph.targets(of: node) where !members.contains(Int(target)) {
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
      for node in group { reachOfDocument[node] = number }
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
