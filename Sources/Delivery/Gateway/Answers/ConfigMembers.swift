// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import FileShapes
import Localization
import Sites

/// Members that the config URL adds to its document: the visitor's token, the site's languages, whether
/// the app must be updated, and the banner.
struct ConfigMembers {
  let publication: Publication
  let configURL: String
  /// The draft that the answer is of; `nil` for an edition that visitors get.
  let draft: ServedDraft?

  /// - Parameter suffix: the extension of links.
  func members(
    token: String,
    language: LanguageTag?,
    gate: GateOutcome,
    suffix: String
  ) -> [DataDictionary.Member] {
    let edition = publication.edition
    var members = [
      member("token", .string(token)),
      member("languages", .array(edition.matcher.published.map { DataValue(.string("\($0)")) })),
    ]
    if let update = update(gate, language, suffix) { members.append(member("update", update)) }
    if let banner = ConfigMembers.text(publication.overlay.banner, language, edition) {
      members.append(member("banner", .string(banner)))
    }
    if let draft { members.append(member("_draft", .dictionary(about(draft)))) }
    return members
  }

  /// The facts that an app may tell of the draft that it shows.
  private func about(_ draft: ServedDraft) -> DataDictionary {
    var members = [
      member("edition", .string(publication.edition.name)),
      member("expires", .string("\(draft.expires.seconds)")),
    ]
    if !draft.errors.isEmpty {
      members.append(member("errors", .array(draft.errors.map { DataValue(.string($0)) })))
    }
    return DataDictionary(unique: members)
  }

  /// The text of the emergency file for a language: its own, that of a more general language, the
  /// default's, or the one for everybody.
  static func text(
    _ texts: [LanguageTag: String],
    _ language: LanguageTag?,
    _ edition: Edition
  ) -> String? {
    guard !texts.isEmpty else { return nil }
    var tags: [LanguageTag] = []
    for language in [language, edition.site.languages.standard].compactMap(\.self) {
      guard let index = edition.matcher.index(of: language) else { continue }
      tags += edition.matcher.completion(of: index).map { edition.matcher[$0] }
    }
    return tags.lazy.compactMap { texts[$0] }.first ?? texts[.undetermined]
      ?? texts.min { $0.key < $1.key }?.value
  }

  private func update(
    _ gate: GateOutcome,
    _ language: LanguageTag?,
    _ suffix: String
  ) -> DataValue.Content? {
    let (number, isRequired): (Int, Bool)
    switch gate {
    case .open: return nil
    case .recommended(let app): (number, isRequired) = (app, false)
    case .required(let app): (number, isRequired) = (app, true)
    }
    let edition = publication.edition
    guard let gate = edition.site.apps[number].gate else { return nil }
    var members = [
      member("datatype", .string(isRequired ? "updateRequired" : "updateAvailable")),
      member("continueURL", .string(gate.storeURL)),
    ]
    if !isRequired {
      members.append(member("cancelURL", .string(configURL + suffix)))
    }
    if let latest = gate.latest { members.append(member("latest", .string(latest.text))) }
    if let message = gate.message, let text = message.text(in: language, edition) {
      members.append(DataDictionary.Member("message", text))
    }
    return .dictionary(DataDictionary(unique: members))
  }

  private func member(_ name: String, _ content: DataValue.Content) -> DataDictionary.Member {
    DataDictionary.Member(name, DataValue(content))
  }
}

extension Placed<String> {
  /// The text of this name in a language or the site's default.
  fileprivate func text(in language: LanguageTag?, _ edition: Edition) -> DataValue? {
    [language, edition.site.languages.standard].compactMap(\.self).lazy
      .compactMap { edition.matcher.index(of: $0) }
      .compactMap {
        edition.texts.text(value, in: $0, arguments: DataDictionary(), device: nil)
      }.first
  }
}
