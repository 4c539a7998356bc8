// SPDX-License-Identifier: Apache-2.0

// Names follow RFC 9525: the whole name, or a wildcard as the whole leftmost label, which stands
// for exactly one. Exact names precede wildcards. For each kind of key the first certificate with
// the exact name is chosen, then the first with a wildcard.

/// The certificates to present for each server name.
struct ServerNameTable: Sendable {
  /// The names and key kind of one certificate.
  struct Entry {
    var hostNames: [String]
    var keyKind: CertificateFacts.KeyKind
  }

  /// Sets of certificates as indices of the entries, one for each kind of key. The first set is for
  /// clients without SNI.
  let sets: [[Int]]
  private let exact: [String: Int]
  /// Sets by the wildcard's suffix, `.example.org`.
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
      // The default is the first certificate, with those of other key kinds for the same name.
      let set = first.hostNames.first.map(choose) ?? []
      _ = number(of: set.contains(0) ? set : [0])
    }
    var exact: [String: Int] = [:]
    var wildcards: [String: Int] = [:]
    // In the order of the certificates, so that the numbers are reproducible.
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

  /// Returns the set for a lower-case name; `nil` when no certificate has it.
  func set(for name: String) -> Int? {
    if let set = exact[name] { return set }
    guard let dot = name.firstIndex(of: "."), dot != name.startIndex else { return nil }
    return wildcards[String(name[dot...])]
  }
}
