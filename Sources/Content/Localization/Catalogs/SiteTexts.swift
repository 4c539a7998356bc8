// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import ContentResolution
package import DataFiles

/// All texts of a site, by name and language.
package struct SiteTexts: Sendable {
  private let tables: [[String: Message]]
  private let matcher: LanguageMatcher?
  private let coverages: [String: LanguageSet]
  /// Returns whether a text is left out in a language, since it does not fit.
  package func isLeftOut(_ key: String) -> Bool { leftOut[key] != nil }

  /// Whether any text is left out.
  package var areSomeLeftOut: Bool { !leftOut.isEmpty }

  /// Returns whether any text is left out in a language.
  package func areSomeLeftOut(in language: LanguageIndex) -> Bool {
    leftOut.values.contains { $0.contains(language) }
  }

  /// Returns an argument's placeholder in a text, if it cannot be formatted here, such as `%p`.
  package func unwritable(_ argument: String, of key: String) -> String? {
    unwritable[key]?.first { $0.argument.name == argument || $0.argument.identity == argument }?
      .written
  }

  /// The names and positions of a text's arguments in all languages, those that only a file declares among
  /// them; `nil` where they are not known, since the text does not exist, or is left out in some language.
  package func arguments(of key: String) -> Set<String>? {
    guard coverages[key] != nil, leftOut[key] == nil else { return nil }
    let known = Set(TextsLinker.arguments(ofKey: key).keys).union((declared[key] ?? [:]).keys)
    return tables.reduce(into: known) { names, table in
      for argument in table[key]?.allArguments ?? [] {
        names.formUnion([argument.name, argument.position.map { "\($0)" }].compactMap(\.self))
      }
    }
  }

  /// The devices for which each text differs.
  private let devicesOfTexts: [String: Set<DeviceClass>]
  private let places: [String: FilePlace]
  /// Whether every file could be read, so that missing texts do not exist.
  package let areAllRead: Bool
  /// The language from which all others are translated.
  package let source: LanguageIndex?
  /// The languages in which a text is left out, since it does not fit.
  private let leftOut: [String: LanguageSet]
  /// The languages in which a text needs review, or was translated from another source text.
  private let outdated: [String: LanguageSet]
  /// The arguments that files declare for texts, in any language.
  private let declared: [String: [String: Placeholder.Kind]]
  /// The placeholders that cannot be formatted here.
  private let unwritable: [String: [Placeholder]]

  /// Creates an empty set of texts.
  package init() {
    tables = []
    matcher = nil
    coverages = [:]
    devicesOfTexts = [:]
    places = [:]
    source = nil
    areAllRead = true
    leftOut = [:]
    outdated = [:]
    declared = [:]
    unwritable = [:]
  }

  /// Creates the texts by language number, each with the place where editors would look for it
  /// first.
  init(
    _ linked: TextsLinker.Linked,
    places: [String: FilePlace],
    source: LanguageIndex?,
    matcher: LanguageMatcher
  ) {
    tables = linked.tables
    leftOut = linked.leftOut
    outdated = linked.outdated
    declared = linked.declared
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

  /// Returns the languages in which a text exists, directly or by a fallback language.
  package func coverage(of key: String) -> LanguageSet? { coverages[key] }

  /// The texts that do not exist in every published language.
  package var incompleteKeys: Set<String> {
    guard let matcher else { return [] }
    let all = LanguageSet(matcher.published.indices.map { LanguageIndex(rawValue: UInt8($0)) })
    return Set(coverages.lazy.filter { $0.value != all }.map(\.key))
  }

  /// Returns whether a language or its fallbacks have any text, served or left out.
  package func areSome(in language: LanguageIndex) -> Bool {
    guard let matcher else { return false }
    return matcher.completion(of: language).contains {
      !tables[Int($0.rawValue)].isEmpty || areSomeLeftOut(in: $0)
    }
  }

  /// Returns whether a text does not exist in a language, not even left out.
  package func lacks(_ key: String, in language: LanguageIndex) -> Bool {
    coverages[key].map { !$0.contains(language) } ?? true
      && leftOut[key].map { !$0.contains(language) } ?? true
  }

  /// Returns the devices for which a text differs in any language.
  package func devices(of key: String) -> Set<DeviceClass> { devicesOfTexts[key] ?? [] }

  /// Returns whether a text's translation is to be looked at again: it needs review, it is left out, or
  /// its source text has changed since.
  package func isOutdated(_ key: String, in language: LanguageIndex) -> Bool {
    [outdated[key], leftOut[key]].contains { $0?.contains(language) ?? false }
  }

  /// The texts that are outdated in some language.
  package var outdatedKeys: Set<String> { Set(outdated.keys).union(leftOut.keys) }

  /// Whether a text exists in any language.
  package func has(_ key: String) -> Bool { coverages[key] != nil }

  package var keys: some Collection<String> { coverages.keys }

  /// Returns where a text is in the source language, or in the first that has it.
  package func place(of key: String) -> FilePlace? { places[key] }

  /// Returns a text in every published language, in order, without fallbacks.
  package func messages(of key: String) -> [Message?] { tables.map { $0[key] } }

  /// Returns the texts that differ from other texts of the same languages.
  package func changedKeys(since old: SiteTexts) -> Set<String> {
    guard tables.count == old.tables.count else { return Set(coverages.keys) }
    var changed: Set<String> = []
    for (table, before) in zip(tables, old.tables) where table != before {
      for (key, message) in table where before[key] != message { changed.insert(key) }
      for key in before.keys where table[key] == nil { changed.insert(key) }
    }
    return changed
  }

  /// Returns a text, filled in, in a language or its fallback.
  package func text(
    _ key: String,
    in language: LanguageIndex,
    arguments: DataDictionary,
    device: DeviceClass?
  ) -> DataValue? {
    pattern(key, in: language, device: device)?.value(arguments)
  }

  /// Returns a text before its arguments are filled in.
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
