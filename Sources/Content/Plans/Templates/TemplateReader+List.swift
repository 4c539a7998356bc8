// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes

extension TemplateReader {
  /// A body with the members that its list brings with it.
  mutating func withList(_ body: DataDictionary) -> DataDictionary {
    let lists = body.members.filter { member in
      member.value[TemplateKeys.list] != nil && member.value[TemplateKeys.listPart] == nil
    }
    guard let first = lists.first else { return body }
    for other in lists.dropFirst() {
      note(
        context.place(of: other.value),
        "\"\(other.key)\" is a second list; expected one list in a document at most"
      )
    }
    for member in body.members where TemplateKeys.listFacts.contains(member.key) {
      note(
        context.place(of: member.value),
        "\"\(member.key)\" is a member that the list \"\(first.key)\" adds; expected another name"
      )
    }
    if TemplateKeys.listFacts.contains(first.key) { return body }
    let others = body.members.filter { member in
      !TemplateKeys.listFacts.contains(member.key)
        && !lists.dropFirst().contains { $0.key == member.key }
    }
    return DataDictionary(unique: TemplateKeys.withListFacts(others))
  }

  /// A part of the list that the document is.
  mutating func listPart(_ dictionary: DataDictionary, at value: DataValue) -> Template.Node {
    guard case .string(let part)? = dictionary[TemplateKeys.listPart]?.content else {
      let message = "a list must be a direct member of the body; expected \"$each\" here"
      note(context.place(of: value), message)
      return .literal([])
    }
    if list == nil { list = readList(dictionary) }
    guard let list else { return .literal([]) }
    need(list.items)
    if let total = list.total { need(total) }
    switch part {
    case "offset": return .list(.offset)
    case "count": return .list(.count)
    case "total": return .list(.total)
    case "next": return .list(.next)
    default:
      let written = dictionary.members.filter { $0.key != TemplateKeys.listPart }
      let declared = EachDeclaration.pagedShape.read(
        DataValue(.dictionary(DataDictionary(unique: written)), at: value.position),
        .key(TemplateKeys.list),
        &context
      )
      guard let item = declared?.item else { return .literal([]) }
      return .list(.data(node(item, inItem: true)))
    }
  }

  private mutating func need(_ pick: Pick) {
    if let call = pick.call { needed.insert(call) }
  }

  private mutating func readList(_ dictionary: DataDictionary) -> Template.List? {
    guard let items = dictionary[TemplateKeys.list] else { return nil }
    guard let declared = plan.list else {
      let message = "the document has no \"list\", which declares its keys and limits"
      note(context.place(of: items), message)
      return nil
    }
    guard let pick = callPick(items) else { return nil }
    let total = declared.total.flatMap { callPick($0) }
    let before = needed
    let keys = declared.keys.compactMap { key -> Template.List.Key? in
      guard let value = key.value else { return nil }
      needed = []
      let node = keyNode(value)
      return Template.List.Key(name: key.name, value: node, needed: needed)
    }
    needed = before
    return Template.List(items: pick, total: total, keys: keys)
  }

  /// A pick within the answer of a call.
  private mutating func callPick(_ value: DataValue) -> Pick? {
    guard let pick = read(value, true) else { return nil }
    guard case .call = pick.root else {
      let message = "the pick is not in the answer of a call; expected one such as $.items.data[*]"
      note(context.place(of: value), message)
      return nil
    }
    return pick
  }

  /// Reads the value of an item under a key: a pick alone, or a hole.
  private mutating func keyNode(_ value: DataValue) -> Template.Node {
    guard case .string = value.content else { return node(value, inItem: true) }
    guard let pick = read(value, true) else { return .literal([]) }
    return .first(pick, otherwise: nil)
  }
}
