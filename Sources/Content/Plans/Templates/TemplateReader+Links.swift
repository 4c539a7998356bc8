// SPDX-License-Identifier: Apache-2.0

package import DataFiles

extension TemplateReader {
  /// True for a link whose address is filled in by a plan, and for one whose address was filled in.
  static func isLink(_ dictionary: DataDictionary) -> Bool {
    if dictionary[TemplateKeys.address] != nil { return true }
    guard dictionary[TemplateKeys.link] != nil else { return false }
    return dictionary[TemplateKeys.with] != nil || dictionary[TemplateKeys.carry] != nil
  }

  mutating func link(_ dictionary: DataDictionary, _ inItem: Bool) -> Template.Node {
    let address = dictionary[TemplateKeys.address] ?? dictionary[TemplateKeys.link]
    guard case .string(let text)? = address?.content else { return .literal([]) }
    let parts = linkParts(text, dictionary, inItem)
    let set = carried(dictionary, inItem)
    guard case .string(let path)? = dictionary[TemplateKeys.flow]?.content,
      let target = flows[path]
    else { return .link(Template.Link(parts: parts, carried: nil)) }
    return .link(
      Template.Link(parts: parts, carried: Template.Carried(target: target, set: set))
    )
  }

  /// Reads the values that a link carries; their form is checked where bodies are scanned.
  private mutating func carried(
    _ dictionary: DataDictionary,
    _ inItem: Bool
  ) -> [String: PlanArgument] {
    var set: [String: PlanArgument] = [:]
    guard case .dictionary(let carry)? = dictionary[TemplateKeys.carry]?.content else { return [:] }
    for member in carry.members {
      if let text = TemplateReader.literal(carried: member.value) {
        set[member.key] = .literal(text)
      } else if let pick = read(member.value, inItem) {
        set[member.key] = .pick(pick)
      }
    }
    return set
  }

  /// The literal that a link carries; `nil` for a pick, and for values that cannot be carried.
  package static func literal(carried value: DataValue) -> String? {
    switch value.content {
    case .string(let text): Pick.isPick(text) ? nil : text
    case .integer(let number): "\(number)"
    default: nil
    }
  }

  /// An address in its parts.
  mutating func linkParts(
    _ address: String,
    _ dictionary: DataDictionary,
    _ inItem: Bool
  ) -> [Template.LinkPart] {
    var parts: [Template.LinkPart] = []
    var rest = address[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      if open > rest.startIndex { parts.append(.text(Array(rest[..<open].utf8))) }
      let name = String(rest[rest.index(after: open)..<close])
      rest = rest[rest.index(after: close)...]
      guard let argument = dictionary[TemplateKeys.with]?[name] else {
        parts.append(.pick(Pick(.route(name), nil)))
        continue
      }
      guard case .string(let text) = argument.content, !Pick.isPick(text) else {
        if let pick = read(argument, inItem) { parts.append(.pick(pick)) }
        continue
      }
      parts.append(.text(Array(text.utf8)))
    }
    if !rest.isEmpty { parts.append(.text(Array(rest.utf8))) }
    return parts
  }
}
