// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Synchronization

/// Facts of a document's file, but for the texts, links and tags that it names and the positions at
/// which things stand. Files that were written after one pattern say the same.
struct DocumentFacts: Sendable, Hashable {
  var datatype = ""
  var lifetimes = Lifetimes()
  /// Whether a visitor in whose languages it is not gets no document.
  var refuses = false
  /// The members of the body that the light view has; `nil`: all.
  var light: [String]?
  /// The members of the body whose values operators find in the log.
  var log: [String] = []
  /// The conditions of the variants, and for everybody where there is a body.
  var ruleSet = RuleSet([])
  /// The variant of each rule.
  var variants: [VariantDraft] = []
  /// The devices and countries that its plan tells apart, and whether it asks for a language.
  var devices: [DeviceClass] = []
  var countries: [RegionCode] = []
  var usesLanguage = false
  /// Whether all of the file could be read; what else is wrong with it would only confuse otherwise.
  var isSound = true
}

/// Facts behind one reference, so that a million documents cost no more than they differ.
final class SharedFacts: Sendable, Hashable {
  let facts: DocumentFacts
  /// Worked out once: facts are long.
  private let hash: Int

  init(_ facts: DocumentFacts) {
    self.facts = facts
    hash = facts.hashValue
  }

  static func == (one: SharedFacts, other: SharedFacts) -> Bool {
    one === other || one.hash == other.hash && one.facts == other.facts
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// Keeps equal facts of many documents once, and equal lists of positions.
final class FactsPool: Sendable {
  private let facts = SharedValues<SharedFacts>()
  private let positions = SharedValues<[SourcePosition]>()

  var count: Int { facts.count }

  func shared(_ facts: DocumentFacts) -> SharedFacts { self.facts.shared(SharedFacts(facts)) }

  func shared(_ list: [SourcePosition]) -> [SourcePosition] { positions.shared(list) }
}

/// One of each of many equal values. Threads that look for one hash and compare it outside the lock, so that
/// they do not wait for each other.
private final class SharedValues<Value: Hashable & Sendable>: Sendable {
  private let byHash = Mutex<[Int: [Value]]>([:])

  var count: Int { byHash.withLock { $0.values.reduce(0) { $0 + $1.count } } }

  func shared(_ value: Value) -> Value {
    let hash = value.hashValue
    let alike = byHash.withLock { $0[hash] } ?? []
    if let known = alike.first(where: { $0 == value }) { return known }
    return byHash.withLock { byHash in
      if let known = byHash[hash]?.first(where: { $0 == value }) { return known }
      byHash[hash, default: []].append(value)
      return value
    }
  }
}
