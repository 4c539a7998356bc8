// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import JSONValues
import LocaleFormats
package import Localization

/// Makes a template of a body.
package struct TemplateReader {
  /// How many items a list may have unless it says so.
  package static let standardLimit = 1_000

  /// Something that is wrong with a body.
  package struct Fault: Sendable {
    package let position: SourcePosition
    package let message: String
    /// The pick that is wrong, where a place in it can be shown.
    package var quote: Finding.Quote?
  }

  let plan: Plan
  let texts: [String: TextPattern]
  let flows: [String: FlowTarget]
  var needed: Set<Int> = []
  var list: Template.List?
  package internal(set) var faults: [Fault] = []
  /// The picks outside of items.
  var picks: [Pick] = []
  /// The variables that the body of a call names; `nil` in the body of a document.
  var arguments: [String]?
  /// The documents that can be named before any call is answered.
  var early: [Template.Embed] = []

  /// - Parameters:
  ///   - texts: by their names, those whose arguments the plan fills in.
  ///   - flows: by their paths, the documents that links carry something to.
  package init(
    _ plan: Plan,
    texts: [String: TextPattern] = [:],
    flows: [String: FlowTarget] = [:]
  ) {
    self.plan = plan
    self.texts = texts
    self.flows = flows
  }

  /// The template of a body; what is wrong with it is left out and noted.
  package mutating func template(_ body: DataDictionary) -> Template {
    needed = []
    list = nil
    early = []
    let members = members(of: withList(body), inItem: false)
    return Template(
      members: members,
      needed: needed,
      calls: plan.closure(of: needed).sorted(),
      list: list,
      early: early
    )
  }

  private mutating func members(
    of dictionary: DataDictionary,
    inItem: Bool
  ) -> [Template.Member] {
    dictionary.members.map { member in
      var name: [UInt8] = []
      try? JSONWriter().write(DataValue(.string(member.key)), to: &name)
      name.append(UInt8(ascii: ":"))
      return Template.Member(name: name, value: node(member.value, inItem: inItem))
    }
  }

  mutating func node(_ value: DataValue, inItem: Bool) -> Template.Node {
    switch value.content {
    case .dictionary(let dictionary):
      if let pick = dictionary[TemplateKeys.pick] {
        return self.pick(pick, dictionary, inItem)
      }
      if let each = dictionary[TemplateKeys.each] {
        return self.each(each, dictionary, inItem)
      }
      if let match = dictionary[TemplateKeys.match] {
        return self.match(match, dictionary, inItem)
      }
      if let path = dictionary[TemplateKeys.embed] { return embed(path, dictionary, inItem) }
      if let name = dictionary[TemplateKeys.argument] { return argument(name, dictionary) }
      if TemplateReader.isLink(dictionary) { return link(dictionary, inItem) }
      if FormatDeclaration.isOne(dictionary) { return formatted(dictionary, inItem) }
      if let with = TemplateReader.arguments(of: dictionary) {
        return text(dictionary, with, inItem)
      }
      if dictionary[TemplateKeys.list] != nil { return listPart(dictionary, at: value) }
      guard hasHoles(value) else { return literal(value) }
      return .object(members(of: dictionary, inItem: inItem))
    case .array(let elements):
      guard hasHoles(value) else { return literal(value) }
      return .array(elements.map { node($0, inItem: inItem) })
    default: return literal(value)
    }
  }

  private func hasHoles(_ value: DataValue) -> Bool {
    switch value.content {
    case .dictionary(let dictionary):
      TemplateKeys.starts.contains { dictionary[$0] != nil }
        || TemplateReader.arguments(of: dictionary) != nil || TemplateReader.isLink(dictionary)
        || dictionary.members.contains { hasHoles($0.value) }
    case .array(let elements): elements.contains { hasHoles($0) }
    default: false
    }
  }

  func literal(_ value: DataValue) -> Template.Node {
    var bytes: [UInt8] = []
    // Documents hold what JSON can say: their files were read with that rule.
    try? JSONWriter().write(value, to: &bytes)
    return .literal(bytes)
  }

  private mutating func pick(
    _ value: DataValue,
    _ dictionary: DataDictionary,
    _ inItem: Bool
  ) -> Template.Node {
    refuseOthers(
      dictionary,
      [TemplateKeys.pick, TemplateKeys.all, TemplateKeys.otherwise]
    )
    guard let pick = read(value, inItem) else { return .literal([]) }
    if let all = dictionary[TemplateKeys.all] {
      guard case .bool(let wantsAll) = all.content else {
        note(all, "\"all\" is \(all.kindName); expected true or false")
        return .literal([])
      }
      if wantsAll { return .all(pick) }
    }
    return .first(pick, otherwise: otherwise(dictionary, inItem))
  }

  mutating func otherwise(
    _ dictionary: DataDictionary,
    _ inItem: Bool
  ) -> Template.Node? {
    dictionary[TemplateKeys.otherwise].map { node($0, inItem: inItem) }
  }

  private mutating func each(
    _ value: DataValue,
    _ dictionary: DataDictionary,
    _ inItem: Bool
  ) -> Template.Node {
    refuseOthers(dictionary, [TemplateKeys.each, TemplateKeys.item, TemplateKeys.limit])
    var limit = TemplateReader.standardLimit
    if let value = dictionary[TemplateKeys.limit] {
      if case .integer(let number) = value.content,
        TemplateKeys.limits.contains(Int(clamping: number))
      {
        limit = Int(number)
      } else {
        note(
          value,
          "\"limit\" is no number from \(TemplateKeys.limits.lowerBound) to \(TemplateKeys.limits.upperBound)"
        )
      }
    }
    guard let item = dictionary[TemplateKeys.item] else {
      note(value, "\"$each\" has no \"do\", which says what becomes of each item")
      return .literal([])
    }
    guard let pick = read(value, inItem) else { return .literal([]) }
    return .each(pick, node(item, inItem: true), limit: limit)
  }

  private mutating func match(
    _ value: DataValue,
    _ dictionary: DataDictionary,
    _ inItem: Bool
  ) -> Template.Node {
    refuseOthers(
      dictionary,
      [TemplateKeys.match, TemplateKeys.on, TemplateKeys.part, TemplateKeys.otherwise]
    )
    guard let found = lookup(value, dictionary, inItem) else { return .literal([]) }
    return .match(
      call: found.call,
      on: found.key,
      pick: found.path,
      otherwise: otherwise(dictionary, inItem)
    )
  }

  /// Reads the call, the key and the part of a match.
  mutating func lookup(
    _ value: DataValue,
    _ dictionary: DataDictionary,
    _ inItem: Bool
  ) -> (call: Int, key: Pick, path: JSONPath?)? {
    guard case .string(let name) = value.content, let call = plan.index(of: name) else {
      note(value, "\"$match\" names no call of the plan")
      return nil
    }
    if plan.calls[call].index == nil {
      note(value, "the call \"\(name)\" has no \"items\" and \"key\" to look anything up by")
    }
    needed.insert(call)
    guard let on = dictionary[TemplateKeys.on] else {
      note(value, "\"$match\" has no \"on\", which says what to look for")
      return nil
    }
    guard let key = read(on, inItem) else { return nil }
    guard let pick = dictionary[TemplateKeys.part] else { return (call, key, nil) }
    guard let read = read(pick, true), read.root == .item else {
      note(pick, "\"pick\" is no way within an item; expected one such as @.price")
      return nil
    }
    return (call, key, read.path)
  }

  mutating func read(_ value: DataValue, _ inItem: Bool) -> Pick? {
    guard case .string(let text) = value.content else {
      note(value, "a pick is \(value.kindName); expected a string such as $.item.name")
      return nil
    }
    do {
      let pick = try Pick(text)
      switch pick.root {
      case .call(let name):
        guard let call = plan.index(of: name) else {
          let names = plan.calls.map(\.name) + Pick.rootNames
          let nearest = Suggestion.nearest(to: name, among: names)
          note(
            value,
            "the plan has no call \"\(name)\"" + (nearest.map { "; did you mean \($0)?" } ?? "")
          )
          return nil
        }
        needed.insert(call)
      case .item:
        if !inItem { note(value, "\"@\" means an item, and there is no \"$each\" around it") }
      case .query(let name):
        guard plan.queryNames.contains(name) else {
          note(value, "\"\(name)\" is not among the parameters in \"query\"")
          return pick
        }
      case .flow(let name):
        if !plan.flow.contains(where: { $0.name == name }) {
          note(value, "\"\(name)\" is not among the names in \"flow\"")
        }
      case .route, .visitor: break
      }
      if pick.root != .item { picks.append(pick) }
      return pick
    } catch {
      faults.append(
        Fault(
          position: value.position,
          message: error.description,
          quote: Finding.Quote(text, at: error.offset)
        )
      )
      return nil
    }
  }

  mutating func refuseOthers(_ dictionary: DataDictionary, _ known: [String]) {
    for member in dictionary.members where !known.contains(member.key) {
      let nearest = Suggestion.nearest(to: member.key, among: known)
      faults.append(
        Fault(
          position: member.keyPosition,
          message: "\"\(member.key)\" means nothing beside \"\(known[0])\""
            + (nearest.map { "; did you mean \($0)?" }
              ?? "; expected one of \(known.joined(separator: ", "))")
        )
      )
    }
  }

  mutating func note(_ value: DataValue, _ message: String) {
    faults.append(Fault(position: value.position, message: message))
  }
}
