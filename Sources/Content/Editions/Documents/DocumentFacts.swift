// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Synchronization

/// What a file says of its document, but for the words of its body. Files that were written after one
/// pattern often say the same at the same positions.
struct DocumentFacts: Sendable, Hashable {
  var datatype = ""
  var lifetimes = Lifetimes()
  /// Whether a visitor in whose languages it is not gets no document.
  var refuses = false
  var tags: [String] = []
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

  var links: some Sequence<DocumentLink> { variants.lazy.flatMap(\.links) }

  /// What tells most facts apart at little cost; the rest is left to comparing.
  func hash(into hasher: inout Hasher) {
    hasher.combine(datatype)
    hasher.combine(variants.count)
    hasher.combine(variants.last?.position)
    for rule in ruleSet.rules {
      hasher.combine(rule.conditions.countries)
      hasher.combine(rule.conditions.devices)
      hasher.combine(rule.conditions.appVersions?.intervals.first?.lower?.numbers)
    }
  }
}

/// Facts behind one reference, so that a million documents cost no more than they differ.
final class SharedFacts: Sendable {
  let facts: DocumentFacts

  init(_ facts: DocumentFacts) { self.facts = facts }
}

/// Keeps equal facts of many documents once.
final class FactsPool: Sendable {
  private let known = Mutex<[DocumentFacts: SharedFacts]>([:])

  var count: Int { known.withLock { $0.count } }

  func shared(_ facts: DocumentFacts) -> SharedFacts {
    known.withLock { known in
      if let shared = known[facts] { return shared }
      let shared = SharedFacts(facts)
      known[facts] = shared
      return shared
    }
  }
}
