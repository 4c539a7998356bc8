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
  /// What each rule leads to.
  var variants: [VariantDraft] = []
  /// The devices and countries that its plan tells apart, and whether it asks for a language.
  var devices: [DeviceClass] = []
  var countries: [RegionCode] = []
  var usesLanguage = false
  /// Whether all of the file could be read; what else is wrong with it would only confuse otherwise.
  var isSound = true
}

/// Facts behind one reference, so that a million documents cost no more than they differ.
final class SharedFacts: Sendable {
  let facts: DocumentFacts

  init(_ facts: DocumentFacts) { self.facts = facts }
}

/// Keeps equal facts of many documents once, and equal lists of positions.
final class FactsPool: Sendable {
  /// Facts with their hash, so that those who wait for the pool do not wait for hashing.
  private struct Key: Hashable {
    let facts: DocumentFacts
    private let hash: Int

    init(_ facts: DocumentFacts) {
      self.facts = facts
      hash = facts.hashValue
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  private let known = Mutex<[Key: SharedFacts]>([:])
  private let positions = Mutex<Set<[SourcePosition]>>([])

  var count: Int { known.withLock { $0.count } }

  func shared(_ facts: DocumentFacts) -> SharedFacts {
    let key = Key(facts)
    return known.withLock { known in
      if let shared = known[key] { return shared }
      let shared = SharedFacts(facts)
      known[key] = shared
      return shared
    }
  }

  func shared(_ list: [SourcePosition]) -> [SourcePosition] {
    positions.withLock { $0.insert(list).memberAfterInsert }
  }
}
