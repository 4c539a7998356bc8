// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import FileShapes
import LocaleFormats
import Localization
import Plans
import Sites

/// Makes a body as an app gets it: the variant's, without the rows of others, with texts in one
/// language and links that carry the audience.
struct BodyRenderer {
  let edition: Edition
  let key: BodyKey
  let token: AudienceToken
  let links: LinkWriter
  let overlay: Overlay
  private let ruleOfRow: [UInt8]
  private let locale: LocaleFormat
  /// The texts whose arguments the document's plan fills in, by their names.
  private(set) var patterns: [String: TextPattern] = [:]
  /// The documents that links carry to what only the plan knows, by their paths.
  var flows: [String: FlowTarget] = [:]
  private var rowCount = 0

  init(
    _ edition: Edition,
    _ key: BodyKey,
    for token: AudienceToken,
    links: LinkWriter,
    overlay: Overlay
  ) {
    self.edition = edition
    self.key = key
    self.token = token
    self.links = links
    self.overlay = overlay
    locale = .of(key.language.map { edition.matcher[$0] } ?? .undetermined)
    ruleOfRow = edition.draft(key.document).variants[key.variant].ruleOfRow
  }

  /// The document with the members that a view has.
  mutating func document(_ view: BodyView) throws(DataFileError) -> DataDictionary {
    let draft = edition.draft(key.document)
    let file = try edition.sources[Int(key.document.rawValue)].value()
    let effective = effectiveBody(of: file)
    guard case .dictionary(let body) = rendered(effective, isRow: false)?.content else {
      throw DataFileError(
        .corrupt,
        at: effective.position,
        seen: effective.kindName,
        expected: "the dictionary that the body was"
      )
    }
    var members = [DataDictionary.Member("datatype", DataValue(.string(draft.datatype)))]
    if let id = file["id"] { members.append(DataDictionary.Member("id", id)) }
    let light = view.isLight ? draft.light : nil
    members += TemplateKeys.withListFacts(body.members).filter { member in
      light?.contains(member.key) ?? true && view.fields?.contains(member.key) ?? true
    }
    return DataDictionary(lastOf: members)
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

  /// A value as it leaves; `nil` for a row that is for others, and for a link to what is hidden.
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
      if FormatDeclaration.isOne(dictionary) { return formatted(value, dictionary) }
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
    return DataValue(.dictionary(DataDictionary(unique: members)))
  }

  /// A value in the answer's language; what is picked is left to the plan.
  private mutating func formatted(
    _ value: DataValue,
    _ dictionary: DataDictionary
  ) -> DataValue? {
    var context = ReadingContext(file: "")
    guard let declared = FormatDeclaration.read(value, &context) else { return nil }
    if declared.isLiteral { return declared.text(in: locale).map { DataValue(.string($0)) } }
    guard let otherwise = declared.otherwise else {
      return DataValue(.dictionary(dictionary))
    }
    let members = dictionary.members.compactMap { member -> DataDictionary.Member? in
      guard member.key == TemplateKeys.otherwise else { return member }
      return rendered(otherwise, isRow: false).map { DataDictionary.Member(member.key, $0) }
    }
    return DataValue(.dictionary(DataDictionary(unique: members)))
  }

  private mutating func text(_ name: String, _ dictionary: DataDictionary) -> DataValue? {
    guard let language = key.language else { return nil }
    let device = edition.space.device(ofAtom: token.audience[.device])
    guard let pattern = edition.texts.pattern(name, in: language, device: device) else {
      return nil
    }
    guard let with = TemplateReader.arguments(of: dictionary) else {
      return pattern.value(dictionary)
    }
    let arguments = with.members.compactMap { member in
      argument(member.value).map { DataDictionary.Member(member.key, $0) }
    }
    let rendered = DataDictionary(unique: arguments)
    guard arguments.allSatisfy({ BodyRenderer.isKnown($0.value) }) else {
      patterns[name] = pattern
      let members = dictionary.members.map { member in
        member.key == TemplateKeys.with
          ? DataDictionary.Member(member.key, DataValue(.dictionary(rendered))) : member
      }
      return DataValue(.dictionary(DataDictionary(unique: members)))
    }
    let own = dictionary.members.filter {
      $0.key != TemplateKeys.with && rendered[$0.key] == nil
    }
    return pattern.value(DataDictionary(unique: own + arguments))
  }

  /// An argument of a text before the plan has run.
  private mutating func argument(_ value: DataValue) -> DataValue? {
    guard case .dictionary(let dictionary) = value.content else { return value }
    return FormatDeclaration.isOne(dictionary)
      ? formatted(value, dictionary) : rendered(value, isRow: false)
  }

  private static func isKnown(_ argument: DataValue) -> Bool {
    switch argument.content {
    case .string(let text): !Pick.isPick(text)
    case .dictionary: false
    default: true
    }
  }
}

/// Part of a document that is asked for.
package struct BodyView: Sendable, Hashable {
  /// Whether the members that the document calls light are enough.
  package var isLight: Bool
  /// Only these members; `nil`: all of the view.
  package var fields: [String]?

  package init(isLight: Bool = false, fields: [String]? = nil) {
    self.isLight = isLight
    self.fields = fields
  }

  package static let heavy = BodyView()
  package static let light = BodyView(isLight: true)
}
