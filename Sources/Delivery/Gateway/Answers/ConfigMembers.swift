// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import FileShapes
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
    if let banner = edition.text(of: publication.overlay.banner, in: language) {
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
    if let message = gate.message, let text = edition.text(message.value, in: language) {
      members.append(DataDictionary.Member("message", text))
    }
    return .dictionary(DataDictionary(unique: members))
  }

  private func member(_ name: String, _ content: DataValue.Content) -> DataDictionary.Member {
    DataDictionary.Member(name, DataValue(content))
  }
}
