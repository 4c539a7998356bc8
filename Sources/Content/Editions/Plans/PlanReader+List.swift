// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import HTTPValues
import Plans

// What requests may ask of the list that a document is: by which keys its items can be put in order
// and chosen, and what of that the service does itself.
extension PlanReader {
  static let listLimits = 1...ListLimits.maximums.upperBound
  /// What a key has that its service answers, beside the qualifiers.
  static let keyValue = "pick"
  static let keySort = "sort"

  mutating func readList(_ members: MemberReader, _ findings: inout Findings) {
    var members = members
    var list = ListDeclaration()
    list.maximum =
      members.integer("maximum", in: ListLimits.maximums, &findings) ?? list.maximum
    list.limit =
      members.integer("limit", in: PlanReader.listLimits, &findings)
      ?? min(list.limit, list.maximum)
    if list.limit > list.maximum {
      findings.error(
        .badValue,
        at: members.place,
        "\"limit\" is \(list.limit), more than \"maximum\", \(list.maximum)"
      )
    }
    list.total = pick("total", &members, &findings)
    if let keys = members.reader("keys", of: "\"keys\"", &findings) {
      limit(keys.members.count, ListLimits.maximumKeys, "keys", keys.place, &findings)
      for member in keys.members {
        if let key = key(member, &findings) { list.keys.append(key) }
      }
    }
    members.refuseOthers(&findings)
    for parameter in plan.parameters
    where ListDeclaration.parameterNames.contains(parameter.name)
      || list.toldNames.contains(parameter.name)
    {
      findings.error(
        .badValue,
        at: members.place,
        "the parameter \"\(parameter.name)\" in \"query\" is one that the list has by itself"
      )
    }
    plan.list = list
  }

  /// A pick of the list's, as it is written.
  private func pick(
    _ key: String,
    _ members: inout MemberReader,
    _ findings: inout Findings
  ) -> DataValue? {
    guard let name = members.name(key, &findings), let value = members.value(key) else {
      return nil
    }
    guard name.name.hasPrefix("$.") else {
      findings.error(.badPick, at: name.place, "\"\(name.name)\" is no pick such as $.items.total")
      return nil
    }
    return value
  }

  private func key(
    _ member: DataDictionary.Member,
    _ findings: inout Findings
  ) -> ListDeclaration.Key? {
    let place = FilePlace(file, member.keyPosition)
    guard !member.key.isEmpty,
      member.key.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") })
    else {
      findings.error(
        .badValue,
        at: place,
        "\"\(member.key)\" is no name of a key; expected letters, digits and underscores"
      )
      return nil
    }
    var key = ListDeclaration.Key(member.key)
    switch member.value.content {
    case .string:
      key.value = itemPick(member.value, &findings)
    case .dictionary(let dictionary)
    where dictionary[TemplateKeys.pick] != nil || dictionary[TemplateKeys.match] != nil:
      key.value = member.value
    default:
      let subject = "the key \"\(member.key)\""
      guard var members = MemberReader(member.value, of: subject, in: file, &findings) else {
        return nil
      }
      readTold(&members, into: &key, &findings)
    }
    return key
  }

  private func itemPick(_ value: DataValue, _ findings: inout Findings) -> DataValue? {
    guard case .string(let text) = value.content, text.hasPrefix("@") else {
      findings.error(
        .badPick,
        at: FilePlace(file, value.position),
        "\(value.kindName) is no way within an item; expected one such as @.price"
      )
      return nil
    }
    return value
  }

  /// What the service does itself, and what it calls it.
  private func readTold(
    _ members: inout MemberReader,
    into key: inout ListDeclaration.Key,
    _ findings: inout Findings
  ) {
    if let value = members.value(PlanReader.keyValue) {
      key.value = itemPick(value, &findings)
    }
    key.sortName = members.string(PlanReader.keySort, &findings)
    for qualifier in ListQualifier.allCases {
      guard let name = members.name(qualifier.rawValue, &findings) else { continue }
      guard !name.name.isEmpty,
        name.name.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") })
      else {
        findings.error(
          .badValue,
          at: name.place,
          "\"\(name.name)\" is no name of a variable; expected letters, digits and underscores"
        )
        continue
      }
      key.told[qualifier] = name.name
    }
    members.refuseOthers(&findings)
  }

  /// What the service is to do it is told, once and by one name.
  func checkList(at place: FilePlace, _ findings: inout Findings) {
    guard let list = plan.list else { return }
    var used = Set(plan.calls.flatMap(\.variableNames))
    for argument in plan.calls.flatMap(\.arguments.values) {
      if case .pick(let pick) = argument, case .query(let name) = pick.root { used.insert(name) }
    }
    var told = list.keys.flatMap { key in
      ListQualifier.allCases.compactMap { key.told[$0] }
    }
    if list.isPagedByService {
      told += ["offset", "limit"]
      if list.keys.contains(where: { $0.sortName != nil }) { told.append("sort") }
    }
    for name in Set(told).sorted() where !used.contains(name) {
      findings.error(
        .unknownName,
        at: place,
        "the list leaves \"\(name)\" to the service, and no call tells it"
      )
    }
    for name in Set(told).sorted() where told.count(where: { $0 == name }) > 1 {
      findings.error(.badValue, at: place, "\"\(name)\" stands for more than one thing")
    }
    for key in list.keys {
      if list.isPagedByService, key.value != nil {
        findings.error(
          .badValue,
          at: place,
          "the service pages the list, so that only it can order and choose by \"\(key.name)\"; "
            + "expected what it calls it, such as { sort: \"price\", lessThan: \"below\" }"
        )
      }
      if !list.isPagedByService, key.sortName != nil {
        findings.error(
          .badValue,
          at: place,
          "\"\(key.name)\" has a \"sort\" for the service, which does not page the list: it has no "
            + "\"total\""
        )
      }
    }
  }
}
