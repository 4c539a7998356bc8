// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import DataFiles
package import Services
import Synchronization

/// Facts of a document's file, but for the texts, links and tags that it names and the positions at
/// which things stand. Files that were written after one pattern say the same.
package struct DocumentFacts: Sendable, Hashable {
  package var datatype = ""
  package var lifetimes = DocumentLifetimes()
  /// Whether a visitor in whose languages it is not gets no document.
  package var refuses = false
  /// The members of the body that the light view has; `nil`: all.
  package var light: [String]?
  /// The values that operators find in the log, and when a request is slow.
  package var log = LogRules()
  /// The conditions of the variants, and for everybody where there is a body.
  package var ruleSet = RuleSet([])
  /// The variant of each rule.
  package var variants: [VariantDraft] = []
  /// The devices and countries that its plan tells apart, and whether it asks for a language.
  package var devices: [DeviceClass] = []
  package var countries: [RegionCode] = []
  package var usesLanguage = false
  /// Whether all of the file could be read; what else is wrong with it would only confuse otherwise.
  package var isSound = true
}

/// Facts behind one reference, so that a million documents cost no more than they differ.
package final class SharedFacts: Sendable, Hashable {
  package let facts: DocumentFacts
  /// Worked out once: facts are long.
  private let hash: Int

  init(_ facts: DocumentFacts) {
    self.facts = facts
    hash = facts.hashValue
  }

  package static func == (one: SharedFacts, other: SharedFacts) -> Bool {
    one === other || one.hash == other.hash && one.facts == other.facts
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// Keeps equal facts of many documents once, and equal lists of positions.
package final class FactsPool: Sendable {
  private let facts = SharedValues<SharedFacts>()
  private let positions = SharedValues<[SourcePosition]>()

  package init() {}

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
