// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import Sites

/// For each document what it and everything that it leads to tell apart.
struct ReachTable {
  private(set) var classes: [AudienceClasses] = []
  private(set) var classesOfDocument: [UInt32] = []

  init(_ linkage: Linkage, _ profiles: ProfileTable) {
    var sets = ReachedSets()
    classesOfDocument = [UInt32](repeating: 0, count: linkage.drafts.count)
    for group in linkage.graph.groups() {
      var own: Set<UInt32> = []
      var targets: Set<UInt32> = []
      let members = group.count > 1 ? Set(group) : []
      for node in group {
        own.insert(profiles.profileOfDocument[Int(node)])
        for target in linkage.graph.targets(of: Int(node))
        where target != node && !members.contains(target) {
          targets.insert(classesOfDocument[Int(target)])
        }
      }
      let number = sets.number(of: own, and: targets)
      for node in group { classesOfDocument[Int(node)] = number }
    }
    let partitions = AtomPartitions(linkage.shapes)
    classes = sets.all.map { set in
      let reached = set.map { profiles.profiles[Int($0)] }
      return AudienceClasses(
        shapes: reached.flatMap(\.shapes),
        of: partitions,
        coverages: reached.compactMap(\.coverage),
        words: linkage.words
      )
    }
  }
}

/// The different sets of profiles that documents reach. A set that was put together once is not put together
/// again for the next document of the same profile that leads to the same sets.
private struct ReachedSets {
  private struct Parts: Hashable {
    let profiles: Set<UInt32>
    let sets: Set<UInt32>
  }

  private(set) var all: [[UInt32]] = []
  private var numbers: [[UInt32]: UInt32] = [:]
  private var known: [Parts: UInt32] = [:]

  /// The number of the set of some profiles and all that some sets have.
  mutating func number(of profiles: Set<UInt32>, and sets: Set<UInt32>) -> UInt32 {
    let parts = Parts(profiles: profiles, sets: sets)
    if let known = known[parts] { return known }
    let set = sets.reduce(into: profiles) { $0.formUnion(all[Int($1)]) }.sorted()
    let number = numbers[set] ?? UInt32(all.count)
    if number == all.count {
      numbers[set] = number
      all.append(set)
    }
    known[parts] = number
    return number
  }
}
