// SPDX-License-Identifier: Apache-2.0

// Names follow RFC 9525: the whole name, or a wildcard that stands for exactly one label and is
// the whole leftmost one. An exact name goes before a wildcard. For each kind of key the earliest
// certificate is taken, first among those that have the name itself, then among wildcards.

/// Which certificates go with which name; values only.
struct ServerNameTable: Sendable {
  /// What a certificate has to say about itself here.
  struct Entry {
    var hostNames: [String]
    var keyKind: CertificateFacts.KeyKind
  }

  /// Sets of certificates, as indices of the entries; a set has one of each kind of key.
  /// The first is for clients that name no one.
  let sets: [[Int]]
  private let exact: [String: Int]
  /// By what follows the asterisk, `.example.org`.
  private let wildcards: [String: Int]

  init(_ entries: [Entry]) {
    var sets: [[Int]] = []
    var numbers: [[Int]: Int] = [:]
    func number(of set: [Int]) -> Int {
      if let known = numbers[set] { return known }
      numbers[set] = sets.count
      sets.append(set)
      return sets.count - 1
    }
    var holders: [String: [Int]] = [:]
    for (index, entry) in entries.enumerated() {
      for name in entry.hostNames { holders[name, default: []].append(index) }
    }
    func choose(_ name: String) -> [Int] {
      let wildcard = name.firstIndex(of: ".").map { "*" + name[$0...] }
      let candidates = holders[name, default: []] + (wildcard.flatMap { holders[$0] } ?? [])
      var kinds: Set<CertificateFacts.KeyKind> = []
      return candidates.filter { kinds.insert(entries[$0].keyKind).inserted }
    }
    if let first = entries.first {
      // The default is the first certificate and those of other kinds for the same name.
      let set = first.hostNames.first.map(choose) ?? []
      _ = number(of: set.contains(0) ? set : [0])
    }
    var exact: [String: Int] = [:]
    var wildcards: [String: Int] = [:]
    // In the order of the certificates, so that the numbers are the same in every run.
    for name in entries.flatMap(\.hostNames) {
      if name.hasPrefix("*.") {
        wildcards[String(name.dropFirst())] = number(of: choose(name))
      } else {
        exact[name] = number(of: choose(name))
      }
    }
    self.sets = sets
    self.exact = exact
    self.wildcards = wildcards
  }

  /// The set for a name in lower case, or `nil` when no certificate has it.
  func set(for name: String) -> Int? {
    if let set = exact[name] { return set }
    guard let dot = name.firstIndex(of: "."), dot != name.startIndex else { return nil }
    return wildcards[String(name[dot...])]
  }
}
