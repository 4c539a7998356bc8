// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution
package import DataFiles

/// All texts of a site, by name and language.
package struct SiteTexts: Sendable {
  private let tables: [[String: Message]]
  private let matcher: LanguageMatcher?
  private let coverages: [String: LanguageSet]
  /// Whether a text is there in some language and not served, since it does not fit.
  package func isLeftOut(_ key: String) -> Bool { leftOut[key] != nil }

  /// Whether any text is there and not served.
  package var areSomeLeftOut: Bool { !leftOut.isEmpty }

  /// Whether any text is there in a language and not served.
  package func areSomeLeftOut(in language: LanguageIndex) -> Bool {
    leftOut.values.contains { $0.contains(language) }
  }

  /// How a text writes an argument that no value can be written for, such as `%p`.
  package func unwritable(_ argument: String, of key: String) -> String? {
    unwritable[key]?.first { $0.argument.name == argument || $0.argument.identity == argument }?
      .written
  }

  /// The devices that a text makes a difference for, where there is one.
  private let devicesOfTexts: [String: Set<DeviceClass>]
  private let places: [String: FilePlace]
  /// Whether every file could be read, so that what is not here is nowhere.
  package let areAllRead: Bool
  /// The language that all others are translated from.
  package let source: LanguageIndex?
  /// The languages in which a text is there and not served, since it does not fit.
  private let leftOut: [String: LanguageSet]
  /// The placeholders that no value can be written for.
  private let unwritable: [String: [Placeholder]]

  /// No texts.
  package init() {
    tables = []
    matcher = nil
    coverages = [:]
    devicesOfTexts = [:]
    places = [:]
    source = nil
    areAllRead = true
    leftOut = [:]
    unwritable = [:]
  }

  /// Texts by the numbers of their languages, each with the place where editors look for it first.
  init(
    _ linked: TextsLinker.Linked,
    places: [String: FilePlace],
    source: LanguageIndex?,
    matcher: LanguageMatcher
  ) {
    tables = linked.tables
    leftOut = linked.leftOut
    areAllRead = linked.areAllRead
    self.places = places
    self.source = source
    self.matcher = matcher
    var coverages = linked.leftOut.mapValues { _ in LanguageSet() }
    for index in matcher.published.indices {
      let language = LanguageIndex(rawValue: UInt8(index))
      for completing in matcher.completion(of: language) {
        for key in tables[Int(completing.rawValue)].keys {
          coverages[key, default: LanguageSet()].insert(language)
        }
      }
    }
    self.coverages = coverages
    var devicesOfTexts: [String: Set<DeviceClass>] = [:]
    var unwritable: [String: [Placeholder]] = [:]
    for table in tables {
      for (key, message) in table {
        let devices = message.devices
        if !devices.isEmpty { devicesOfTexts[key, default: []].formUnion(devices) }
        let placeholders = message.unwritablePlaceholders
        if !placeholders.isEmpty { unwritable[key, default: []] += placeholders }
      }
    }
    self.devicesOfTexts = devicesOfTexts
    self.unwritable = unwritable
  }

  /// The languages in which there is a text, those among them that another one completes.
  package func coverage(of key: String) -> LanguageSet? { coverages[key] }

  /// The texts that are not there in every published language.
  package var incompleteKeys: Set<String> {
    guard let matcher else { return [] }
    let all = LanguageSet(matcher.published.indices.map { LanguageIndex(rawValue: UInt8($0)) })
    return Set(coverages.lazy.filter { $0.value != all }.map(\.key))
  }

  /// Whether there is any text in a language or in one that completes it, served or left out.
  package func areSome(in language: LanguageIndex) -> Bool {
    guard let matcher else { return false }
    return matcher.completion(of: language).contains {
      !tables[Int($0.rawValue)].isEmpty || areSomeLeftOut(in: $0)
    }
  }

  /// Whether a text is not there in a language, and is not just left out either.
  package func lacks(_ key: String, in language: LanguageIndex) -> Bool {
    coverages[key].map { !$0.contains(language) } ?? true
      && leftOut[key].map { !$0.contains(language) } ?? true
  }

  /// The devices that a text makes a difference for in any language.
  package func devices(of key: String) -> Set<DeviceClass> { devicesOfTexts[key] ?? [] }

  package var keys: some Collection<String> { coverages.keys }

  /// Where a text is written in the source language, or in the first one that has it.
  package func place(of key: String) -> FilePlace? { places[key] }

  /// A text in every published language, in their order; `nil` where it is not written itself.
  package func messages(of key: String) -> [Message?] { tables.map { $0[key] } }

  /// The texts that are not the same in other texts of the same languages.
  package func changedKeys(since old: SiteTexts) -> Set<String> {
    guard tables.count == old.tables.count else { return Set(coverages.keys) }
    var changed: Set<String> = []
    for (table, before) in zip(tables, old.tables) where table != before {
      for (key, message) in table where before[key] != message { changed.insert(key) }
      for key in before.keys where table[key] == nil { changed.insert(key) }
    }
    return changed
  }

  /// A text in a language, or in one that completes it, with its arguments.
  package func text(
    _ key: String,
    in language: LanguageIndex,
    arguments: DataDictionary,
    device: DeviceClass?
  ) -> DataValue? {
    pattern(key, in: language, device: device)?.value(arguments)
  }

  /// The same before its arguments are there.
  package func pattern(
    _ key: String,
    in language: LanguageIndex,
    device: DeviceClass?
  ) -> TextPattern? {
    guard let matcher else { return nil }
    for completing in matcher.completion(of: language) {
      guard let message = tables[Int(completing.rawValue)][key] else { continue }
      return TextPattern(message, matcher[completing], device: device)
    }
    return nil
  }
}
