// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
import FileShapes
import Plans

// A body is plain data with five things in it: `{ "$t": key }` is a text, `{ "$ref": path }` a link,
// `{ "$money": 5, currency: "EUR" }` and its like are values in the language of the answer, and an
// element of an array that is a dictionary is a row, which may say for whom it is by `device`
// or `when` and what it is by `datatype`. The scanner and the renderer walk a body in the same order.

/// The names that have a meaning in bodies.
package enum BodyKeys {
  package static let text = TemplateKeys.text
  package static let link = TemplateKeys.link
  package static let device = "device"
  package static let when = "when"
  package static let datatype = "datatype"
  package static let next = "continueURL"
  package static let cancel = "cancelURL"

  /// Whether any member is more than plain data.
  package static func hasReserved(_ dictionary: DataDictionary) -> Bool {
    dictionary.members.contains { $0.key.utf8.first == UInt8(ascii: "$") }
  }
}

/// Finds everything in the bodies of a document that a compile must know of.
struct BodyScanner {
  /// Values within values.
  static let maximumDepth = 64

  private let rowConditions: [Member<RowDeclaration>]
  let file: String
  /// The variant whose body is walked.
  var variant = VariantDraft(name: "", position: 0)
  /// Texts, links and tags that the bodies so far name.
  private(set) var contents = DocumentContents()
  let hasPlan: Bool
  /// The names in braces of the document's own path.
  let routeNames: [String]
  private var rules: [Conditions] = []
  /// The conditions of the rows that were read in one of the bodies, by where the rows stand: a patch leaves
  /// most of them as they are.
  private var knownRows: [SourcePosition: Conditions] = [:]

  init(
    in file: String,
    rows rowConditions: [Member<RowDeclaration>],
    hasPlan: Bool = false,
    routeNames: [String] = []
  ) {
    self.routeNames = routeNames
    self.hasPlan = hasPlan
    self.file = file
    self.rowConditions = rowConditions
  }

  /// Walks a whole body, and says what it is a variant of its document with.
  mutating func scan(
    _ body: DataValue,
    _ name: String,
    at position: SourcePosition,
    _ findings: inout Findings
  ) -> VariantDraft {
    variant = VariantDraft(name: name, position: contents.positions.number(of: position))
    rules = []
    walk(body, key: "", rows: 0, isRow: false, &findings)
    guard !rules.isEmpty else { return variant }
    if rules.count > RuleSet.maximumRules {
      findings.error(
        .overBudget,
        at: FilePlace(file, position),
        "rows have \(rules.count) different conditions; expected at most \(RuleSet.maximumRules)"
      )
    }
    variant.rows = RuleSet(rules.map { RuleSet.Rule($0) })
    return variant
  }

  mutating func take(_ link: DocumentLink) {
    variant.links.append(contents.links.number(of: link))
  }

  mutating func walk(
    _ value: DataValue,
    key: String,
    rows: UInt64,
    isRow: Bool,
    _ findings: inout Findings
  ) {
    switch value.content {
    case .array(let elements):
      for element in elements { walk(element, key: key, rows: rows, isRow: true, &findings) }
    case .dictionary(let dictionary):
      guard isRow || BodyKeys.hasReserved(dictionary) else {
        for member in dictionary.members {
          walk(member.value, key: member.key, rows: rows, isRow: false, &findings)
        }
        return
      }
      if let text = dictionary[BodyKeys.text] {
        take(text: text, dictionary, rows, &findings)
      } else if dictionary[BodyKeys.link] != nil {
        take(link: value, key, rows, &findings)
      } else {
        var rows = rows
        if isRow, dictionary[BodyKeys.device] != nil || dictionary[BodyKeys.when] != nil {
          rows |= 1 << UInt64(min(63, take(row: dictionary, at: value.position, &findings)))
        }
        if isRow, let datatype = dictionary[BodyKeys.datatype] {
          take(datatype: datatype, rows, &findings)
        }
        if FormatDeclaration.isOne(dictionary) {
          take(format: value, key: key, rows: rows, &findings)
          return
        }
        if dictionary[TemplateKeys.embed] != nil {
          take(embed: value, dictionary, key: key, rows: rows, isRow: isRow, &findings)
          return
        }
        if TemplateKeys.startsHole(dictionary) {
          take(hole: dictionary, key: key, rows: rows, at: value.position, &findings)
          return
        }
        for member in dictionary.members
        where !(isRow && (member.key == BodyKeys.device || member.key == BodyKeys.when)) {
          refuseReserved(member, isRow: isRow, &findings)
          walk(member.value, key: member.key, rows: rows, isRow: false, &findings)
        }
      }
    default: break
    }
  }

  private mutating func take(
    text: DataValue,
    _ dictionary: DataDictionary,
    _ rows: UInt64,
    _ findings: inout Findings
  ) {
    let place = FilePlace(file, text.position)
    guard case .string(let key) = text.content, !key.isEmpty else {
      findings.error(.wrongKind, at: place, "\"$t\" is \(text.kindName); expected a text's name")
      return
    }
    let with = TemplateReader.arguments(of: dictionary)
    let beside = dictionary.members.map(\.key).filter {
      $0 != BodyKeys.text && (with == nil || $0 != TemplateKeys.with)
    }
    let use = TextUse(
      key: key,
      position: text.position,
      arguments: beside + (with?.members.map(\.key) ?? [])
    )
    variant.texts.append(contents.texts.number(of: use))
    if let with { take(arguments: with, rows, &findings) }
    for member in dictionary.members
    where member.key != BodyKeys.text && (with == nil || member.key != TemplateKeys.with) {
      refuseReservedArgument(member, &findings)
      if with?[member.key] != nil {
        findings.error(
          .badValue,
          at: FilePlace(file, member.keyPosition),
          "the argument \"\(member.key)\" of a text is given twice, beside it and in \"with\""
        )
      }
      switch member.value.content {
      case .string, .integer, .decimal: break
      default:
        findings.error(
          .wrongKind,
          at: FilePlace(file, member.value.position),
          "the argument \"\(member.key)\" of a text is \(member.value.kindName); expected a "
            + "string or a number"
        )
      }
    }
  }

  /// Walks what a hole of a plan's body may be filled with.
  private mutating func take(
    hole: DataDictionary,
    key: String,
    rows: UInt64,
    at position: SourcePosition,
    _ findings: inout Findings
  ) {
    guard hasPlan else {
      findings.error(
        .badPick,
        at: FilePlace(file, position),
        "there is nothing to pick from: the document has no \"calls\""
      )
      return
    }
    if let part = hole[TemplateKeys.listPart] {
      findings.error(
        .unknownKey,
        at: FilePlace(file, part.position),
        "\"\(TemplateKeys.listPart)\" means nothing here"
      )
    }
    for name in [TemplateKeys.item, TemplateKeys.otherwise] {
      if let inner = hole[name] { walk(inner, key: key, rows: rows, isRow: false, &findings) }
    }
  }

  /// The number of the row's rule.
  private mutating func take(
    row: DataDictionary,
    at position: SourcePosition,
    _ findings: inout Findings
  ) -> Int {
    let place = FilePlace(file, position)
    let wanted = knownRows[position] ?? conditions(of: row, at: place, &findings)
    knownRows[position] = wanted
    var rule = rules.count
    if let known = rules.firstIndex(of: wanted) {
      rule = known
    } else {
      rules.append(wanted)
      variant.rowPositions.append(contents.positions.number(of: position))
    }
    variant.ruleOfRow.append(UInt8(min(63, rule)))
    return rule
  }

  private func conditions(
    of row: DataDictionary,
    at place: FilePlace,
    _ findings: inout Findings
  ) -> Conditions {
    let declared = rowConditions.reading(row, into: RowDeclaration(), in: file, &findings)
    var wanted = declared.conditions ?? Conditions()
    if let devices = declared.devices {
      if wanted.devices != nil {
        findings.error(.badValue, at: place, "a row has its device beside \"when\" and in it")
      }
      wanted.devices = devices
    }
    return wanted
  }

  private mutating func take(datatype: DataValue, _ rows: UInt64, _ findings: inout Findings) {
    let subject = Subject.key(BodyKeys.datatype)
    guard let name = Shape<String>.text.value(of: datatype, subject, in: file, &findings) else {
      return
    }
    let position = contents.positions.number(of: datatype.position)
    variant.datatypes.append(DatatypeUse(name: name, rows: rows, position: position))
  }

  private func refuseReserved(
    _ member: DataDictionary.Member,
    isRow: Bool,
    _ findings: inout Findings
  ) {
    guard member.key.hasPrefix("$") else { return }
    let known =
      [BodyKeys.text, BodyKeys.link]
      + TemplateKeys.kinds.map(\.key).filter { !isRow || $0 != TemplateKeys.list }
    findings.error(
      .unknownKey,
      at: FilePlace(file, member.keyPosition),
      "\"\(member.key)\" means nothing here; expected one of \(known.joined(separator: ", "))",
      suggestion: Suggestion.nearest(to: member.key, among: known)
    )
  }
}
