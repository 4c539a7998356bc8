// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Localization
import Plans

/// Makes a body as an app gets it: the variant's, without the rows of others, with texts in one
/// language and links that carry the audience.
struct BodyRenderer {
  private let edition: Edition
  private let key: BodyKey
  private let token: AudienceToken
  private let links: LinkWriter
  private let ruleOfRow: [UInt8]
  private var rowCount = 0

  init(_ edition: Edition, _ key: BodyKey, for token: AudienceToken, links: LinkWriter) {
    self.edition = edition
    self.key = key
    self.token = token
    self.links = links
    ruleOfRow = edition.draft(key.document).variants[key.variant].ruleOfRow
  }

  /// The document with the members that a view has.
  mutating func document(_ view: BodyView) -> DataDictionary {
    let source = edition.sources[Int(key.document.rawValue)]
    let draft = edition.draft(key.document)
    guard
      let file = try? DataValue(reading: source.bytes.span, as: source.format, rules: .documents),
      case .dictionary(let body) = rendered(effectiveBody(of: file), isRow: false)?.content
    else {
      // An edition's documents were read when it was made.
      return DataDictionary()
    }
    var members = [DataDictionary.Member("datatype", DataValue(.string(draft.datatype)))]
    if let id = file["id"] { members.append(DataDictionary.Member("id", id)) }
    let light = view.isLight ? draft.light : nil
    members += TemplateKeys.withListFacts(body.members).filter { member in
      light?.contains(member.key) ?? true && view.fields?.contains(member.key) ?? true
    }
    return (try? DataDictionary(members)) ?? DataDictionary()
  }

  /// The body of the chosen variant before anything in it is replaced.
  private func effectiveBody(of file: DataValue) -> DataValue {
    let own = file["body"]
    guard case .array(let variants) = file["variants"]?.content, key.variant < variants.count else {
      return own ?? file
    }
    let variant = variants[key.variant]
    if let body = variant["body"] { return body }
    guard let own, let patch = variant["patch"] else { return own ?? file }
    return own.patched(with: patch)
  }

  /// A value as it leaves; `nil` for a row that is for others.
  private mutating func rendered(_ value: DataValue, isRow: Bool) -> DataValue? {
    switch value.content {
    case .array(let elements):
      var kept: [DataValue] = []
      for element in elements {
        if let element = rendered(element, isRow: true) { kept.append(element) }
      }
      return DataValue(.array(kept))
    case .dictionary(let dictionary):
      if case .string(let name) = dictionary[BodyKeys.text]?.content {
        return text(name, dictionary)
      }
      if case .string(let path) = dictionary[BodyKeys.link]?.content {
        return link(path, dictionary)
      }
      return rendered(dictionary, isRow: isRow)
    default: return value
    }
  }

  private mutating func rendered(_ dictionary: DataDictionary, isRow: Bool) -> DataValue? {
    let isConditional =
      isRow && (dictionary[BodyKeys.device] != nil || dictionary[BodyKeys.when] != nil)
    var passes = true
    if isConditional {
      passes = rowCount < ruleOfRow.count && key.rows >> UInt64(ruleOfRow[rowCount]) & 1 == 1
      rowCount += 1
    }
    // A row that is dropped is walked all the same, so that the rows in it are counted.
    var members: [DataDictionary.Member] = []
    for member in dictionary.members
    where !isConditional || member.key != BodyKeys.device && member.key != BodyKeys.when {
      if let value = rendered(member.value, isRow: false) {
        members.append(DataDictionary.Member(member.key, value))
      }
    }
    guard passes else { return nil }
    return DataValue(.dictionary((try? DataDictionary(members)) ?? DataDictionary()))
  }

  /// An address, or one with braces that the plan fills.
  private func link(_ path: String, _ dictionary: DataDictionary) -> DataValue {
    let address = DataValue(.string(links.url(of: path, for: token, in: edition)))
    guard path.utf8.contains(UInt8(ascii: "{")) else { return address }
    var members = [DataDictionary.Member(TemplateKeys.address, address)]
    if let with = dictionary[TemplateKeys.with] {
      members.append(DataDictionary.Member(TemplateKeys.with, with))
    }
    return DataValue(.dictionary((try? DataDictionary(members)) ?? DataDictionary()))
  }

  private func text(_ name: String, _ dictionary: DataDictionary) -> DataValue? {
    guard let language = key.language else { return nil }
    return edition.texts.text(
      name,
      in: language,
      arguments: dictionary,
      device: edition.space.device(ofAtom: token.audience[.device])
    )
  }
}
