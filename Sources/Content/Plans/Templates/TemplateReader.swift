// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import FileShapes
import LocaleFormats
package import Localization

/// Makes a template of a body.
package struct TemplateReader {
  let plan: Plan
  let texts: [String: TextPattern]
  let flows: [String: FlowTarget]
  var needed: Set<Int> = []
  var list: Template.List?
  var context: ReadingContext
  /// The picks outside of items.
  var picks: [Pick] = []
  /// The variables that the body of a call names; `nil` in the body of a document.
  var arguments: [String]?
  /// The documents that can be named before any call is answered.
  var early: [Template.Embed] = []

  /// Everything that is wrong with what was read.
  package var findings: [Finding] { context.findings.all }

  /// - Parameters:
  ///   - file: the file that findings name.
  ///   - texts: by their names, those whose arguments the plan fills in.
  ///   - flows: by their paths, the documents that links carry something to.
  package init(
    _ plan: Plan,
    in file: String = "",
    texts: [String: TextPattern] = [:],
    flows: [String: FlowTarget] = [:]
  ) {
    self.plan = plan
    context = ReadingContext(file: file)
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
      let name = json(DataValue(.string(member.key))) + [UInt8(ascii: ":")]
      return Template.Member(name: name, value: node(member.value, inItem: inItem))
    }
  }

  mutating func node(_ value: DataValue, inItem: Bool) -> Template.Node {
    switch value.content {
    case .dictionary(let dictionary):
      if dictionary[TemplateKeys.pick] != nil { return pick(value, inItem) }
      if dictionary[TemplateKeys.each] != nil { return each(value, inItem) }
      if dictionary[TemplateKeys.match] != nil { return match(value, inItem) }
      if let path = dictionary[TemplateKeys.embed] { return embed(path, dictionary, inItem) }
      if dictionary[TemplateKeys.argument] != nil { return argument(value) }
      if TemplateReader.isLink(dictionary) { return link(dictionary, inItem) }
      if FormatDeclaration.isOne(dictionary) { return formatted(value, inItem) }
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
      TemplateKeys.startsHole(dictionary) || TemplateReader.arguments(of: dictionary) != nil
        || TemplateReader.isLink(dictionary)
        || dictionary.members.contains { hasHoles($0.value) }
    case .array(let elements): elements.contains { hasHoles($0) }
    default: false
    }
  }

  mutating func literal(_ value: DataValue) -> Template.Node { .literal(json(value)) }

  private mutating func json(_ value: DataValue) -> [UInt8] {
    do {
      return try JSONWriter().bytes(of: value)
    } catch {
      context.badValue(value, "this value cannot be written as JSON: \(error)")
      return []
    }
  }

  private mutating func pick(_ value: DataValue, _ inItem: Bool) -> Template.Node {
    let subject = Subject.key(TemplateKeys.pick)
    guard let declared = PickDeclaration.shape.read(value, subject, &context),
      let pick = resolved(declared.pick, inItem)
    else { return .literal([]) }
    if declared.wantsAll { return .all(pick) }
    return .first(pick, otherwise: otherwise(declared.otherwise, inItem))
  }

  /// The default of a missing value.
  mutating func otherwise(_ value: DataValue?, _ inItem: Bool) -> Template.Node? {
    value.map { node($0, inItem: inItem) }
  }

  private mutating func each(_ value: DataValue, _ inItem: Bool) -> Template.Node {
    let subject = Subject.key(TemplateKeys.each)
    guard let declared = EachDeclaration.shape.read(value, subject, &context),
      let item = declared.item, let pick = resolved(declared.items, inItem)
    else { return .literal([]) }
    return .each(pick, node(item, inItem: true), limit: declared.limit)
  }

  private mutating func match(_ value: DataValue, _ inItem: Bool) -> Template.Node {
    let subject = Subject.key(TemplateKeys.match)
    guard let declared = MatchDeclaration.shape.read(value, subject, &context),
      let found = lookup(declared, inItem)
    else { return .literal([]) }
    return .match(
      call: found.call,
      on: found.key,
      pick: declared.part?.value.path,
      otherwise: otherwise(declared.otherwise, inItem)
    )
  }

  /// The call of a match and the key that it looks for.
  mutating func lookup(_ declared: MatchDeclaration, _ inItem: Bool) -> (call: Int, key: Pick)? {
    guard let name = declared.call else { return nil }
    guard let call = plan.index(of: name.value) else {
      note(name.place, "\"$match\" names no call of the plan")
      return nil
    }
    if plan.calls[call].index == nil {
      let message = "the call \"\(name.value)\" has no \"items\" and \"key\", which find an item"
      note(name.place, message)
    }
    needed.insert(call)
    return resolved(declared.key, inItem).map { (call, $0) }
  }

  /// Reads a pick and finds what it needs of the plan.
  mutating func read(_ value: DataValue, _ inItem: Bool) -> Pick? {
    resolved(Pick.shape.read(value, .thing("a pick"), &context), inItem)
  }

  /// A pick of something that the plan has.
  mutating func resolved(_ placed: Placed<Pick>?, _ inItem: Bool) -> Pick? {
    guard let placed else { return nil }
    let pick = placed.value.numbered(in: plan)
    switch pick.root {
    case .call(let name):
      guard let call = pick.call else {
        let names = plan.calls.map(\.name) + Pick.rootNames
        context.findings.error(
          .badPick,
          at: placed.place,
          "the plan has no call \"\(name)\"",
          suggestion: Suggestion.nearest(to: name, among: names)
        )
        return nil
      }
      needed.insert(call)
    case .item:
      if !inItem { note(placed.place, "\"@\" means an item, and there is no \"$each\" around it") }
    case .query(let name):
      guard plan.queryNames.contains(name) else {
        note(placed.place, "\"\(name)\" is not among the parameters in \"query\"")
        return pick
      }
    case .flow(let name):
      if !plan.flow.contains(where: { $0.name == name }) {
        note(placed.place, "\"\(name)\" is not among the names in \"flow\"")
      }
    case .route, .visitor: break
    }
    if pick.root != .item { picks.append(pick) }
    return pick
  }

  mutating func note(_ place: FilePlace, _ message: String) {
    context.findings.error(.badPick, at: place, message)
  }
}
