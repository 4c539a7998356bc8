// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import Plans
import Sites

// The type of a value follows from what stands in the body, and from schemas: that of the datatype, and for
// picks that of the call. Where neither says anything, the type is any.

/// A dictionary with a datatype: a document's body, or a dictionary in it.
package struct ContentUse: Sendable {
  package let datatype: String
  var members: [ContentMember]
  /// The place of the row's `datatype`; of a document that of its body.
  package let position: SourcePosition
  package let isDocument: Bool
}

/// Finds the dictionaries with datatypes in one body of a document, and the types of their members.
struct BodyReader {
  private let plan: Plan
  /// The datatype of a document by its path, for documentation.
  private let datatype: (String) -> String?
  private(set) var uses: [ContentUse] = []

  init(_ plan: Plan?, datatype: @escaping (String) -> String? = { _ in nil }) {
    self.plan = plan ?? Plan()
    self.datatype = datatype
  }

  /// A type with whether the value may be missing.
  private struct Found {
    var type: ContentType
    var isOptional = false
    var targets: Set<String> = []

    init(_ type: ContentType, isOptional: Bool = false) {
      self.type = type
      self.isOptional = isOptional
    }
  }

  /// The item that is being mapped, as far as it is known.
  private struct Item {
    var schema: ValueSchema?
  }

  mutating func read(_ body: DataValue, of datatype: String, _ schema: ValueSchema?) {
    guard case .dictionary(let dictionary) = body.content else { return }
    let written = TemplateKeys.withListFacts(dictionary.members)
    let members = members(written, schema, in: nil, except: [])
    uses.append(
      ContentUse(datatype: datatype, members: members, position: body.position, isDocument: true)
    )
  }

  private mutating func members(
    _ members: [DataDictionary.Member],
    _ schema: ValueSchema?,
    in item: Item?,
    except left: Set<String>
  ) -> [ContentMember] {
    let rules = schema?.rules
    return members.filter { !left.contains($0.key) }.map { member in
      let own = rules?.members[member.key]
      let isRequired = rules?.required.contains(member.key) ?? false
      let found = found(member.value, own, in: item, isRequired: isRequired, isElement: false)
      var read = ContentMember(
        member.key,
        found.type,
        isOptional: found.isOptional,
        notes: own?.notes ?? [],
        at: member.value.position
      )
      read.targets = found.targets
      read.literal = BodyReader.literal(member.value)
      return read
    }
  }

  /// A scalar as the file has it, shortened.
  private static func literal(_ value: DataValue) -> String? {
    switch value.content {
    case .dictionary, .array: return nil
    default:
      let json = ValueSchema.Rules.compact(value)
      return json.count > 60 ? "\(json.prefix(57))..." : json
    }
  }

  private mutating func found(
    _ value: DataValue,
    _ schema: ValueSchema?,
    in item: Item?,
    isRequired: Bool = false,
    isElement: Bool
  ) -> Found {
    let declared = ContentType(schema)
    switch value.content {
    case .null: return Found(.nothing, isOptional: true)
    case .bool: return Found(.boolean)
    case .integer: return Found(declared == .number ? .number : .integer)
    case .decimal: return Found(.number)
    case .string, .date, .data: return Found(declared.isText ? declared : .text)
    case .array(let elements):
      var type = ContentType.nothing
      var targets: Set<String> = []
      for element in elements {
        let found = found(element, schema?.rules?.elements, in: item, isElement: true)
        type = type.merged(with: found.type)
        targets.formUnion(found.targets)
      }
      if case .list(let declared) = declared, type == .nothing { type = declared }
      var list = Found(.list(type))
      list.targets = targets
      return list
    case .dictionary(let dictionary):
      return found(dictionary, value, schema, in: item, isRequired, isElement)
    }
  }

  private mutating func found(
    _ dictionary: DataDictionary,
    _ value: DataValue,
    _ schema: ValueSchema?,
    in item: Item?,
    _ isRequired: Bool,
    _ isElement: Bool
  ) -> Found {
    if dictionary[BodyKeys.text] != nil {
      return Found(.text, isOptional: BodyReader.hasPicks(value))
    }
    if let path = dictionary[BodyKeys.link] {
      var link = Found(.link, isOptional: BodyReader.hasPicks(value))
      if let target = path.string.flatMap(datatype) { link.targets = [target] }
      return link
    }
    let otherwise = dictionary[TemplateKeys.otherwise]
    func orElse(_ found: Found) -> Found {
      guard let otherwise else { return found }
      let other = self.found(otherwise, schema, in: item, isElement: isElement)
      return Found(found.type.merged(with: other.type), isOptional: other.isOptional)
    }
    if FormatDeclaration.isOne(dictionary) {
      let needsCountry =
        dictionary[FormatDeclaration.Kind.money.rawValue] != nil
        && dictionary["currency"] == nil
      return orElse(Found(.text, isOptional: needsCountry || BodyReader.hasPicks(value)))
    }
    if let part = dictionary[TemplateKeys.listPart]?.string, TemplateKeys.listFacts.contains(part) {
      let items = picked(dictionary[TemplateKeys.list]?.string ?? "", in: item)
      return part == TemplateKeys.listFacts.last
        ? Found(.link, isOptional: true) : Found(.integer, isOptional: !items.isAnswered)
    }
    if let pick = dictionary[TemplateKeys.pick]?.string {
      let picked = picked(pick, in: item)
      if dictionary["all"]?.content.isTrue ?? false {
        let elements = ContentType(schema?.rules?.elements).orElse(picked.type)
        return Found(.list(elements), isOptional: !picked.isAnswered)
      }
      let type = ContentType(schema).orElse(picked.type)
      let isThere =
        (picked.isPresent || isRequired && picked.isChecked) && !(schema?.allowsNull ?? false)
      return orElse(Found(type, isOptional: !isThere))
    }
    for key in [TemplateKeys.each, TemplateKeys.list] {
      guard let items = dictionary[key]?.string, let mapped = dictionary[TemplateKeys.item] else {
        continue
      }
      let picked = picked(items, in: item)
      let inner = Item(schema: picked.schema)
      let element = found(mapped, schema?.rules?.elements, in: inner, isElement: true)
      var list = Found(.list(element.type), isOptional: !picked.isAnswered)
      list.targets = element.targets
      return list
    }
    if dictionary[TemplateKeys.match] != nil {
      return orElse(Found(ContentType(schema), isOptional: true))
    }
    if dictionary[TemplateKeys.embed] != nil {
      return orElse(Found(.content, isOptional: otherwise == nil))
    }
    let left: Set = isElement ? [BodyKeys.device, BodyKeys.when] : []
    if let datatype = dictionary[BodyKeys.datatype], let name = datatype.string {
      let members = members(
        dictionary.members,
        nil,
        in: item,
        except: left.union([BodyKeys.datatype])
      )
      uses.append(
        ContentUse(
          datatype: name,
          members: members,
          position: datatype.position,
          isDocument: false
        )
      )
      return Found(.content)
    }
    return Found(.object(members(dictionary.members, schema, in: item, except: left)))
  }
}

extension BodyReader {
  /// The value that a pick finds, as far as it is known.
  private struct Picked {
    var type = ContentType.any
    var schema: ValueSchema?
    /// Whether there always is a value.
    var isPresent = false
    /// Whether there is no answer at all if the service gives none.
    var isAnswered = true
    /// Whether an answer of the service without a value that the schema of the datatype requires is refused.
    var isChecked = false
  }

  private func picked(_ text: String, in item: Item?) -> Picked {
    if text.hasPrefix("@") {
      var picked = walked(text.dropFirst(), item?.schema)
      picked.isChecked = true
      return picked
    }
    let parts = text.dropFirst(2).split(separator: ".", maxSplits: 1)
    let name = parts.first.map { String($0.prefix { $0 != "[" }) } ?? ""
    switch name {
    case "route", "flow": return Picked(type: .text, isPresent: true)
    case "visitor":
      let fact = parts.last.flatMap { VisitorFact(rawValue: String($0)) }
      return Picked(type: .text, isPresent: fact == .language)
    case "query": return Picked()
    default:
      guard let number = plan.index(of: name) else { return Picked() }
      let call = plan.calls[number]
      var picked = walked(text.dropFirst(2 + name.count), call.schema)
      let isWhole = call.isRequired && call.batch == nil
      picked.isPresent = picked.isPresent && isWhole
      picked.isAnswered = call.isRequired
      picked.isChecked = isWhole
      return picked
    }
  }

  /// Follows the names of a path through a schema, as far as it is one of names and `[*]`.
  private func walked(_ path: Substring, _ schema: ValueSchema?) -> Picked {
    var picked = Picked(schema: schema, isPresent: true)
    var rest = path
    while !rest.isEmpty {
      if rest.hasPrefix("[*]") {
        picked.schema = picked.schema?.rules?.elements
        picked.isPresent = false
        rest = rest.dropFirst(3)
        continue
      }
      let name = rest.dropFirst().prefix { $0 != "." && $0 != "[" }
      guard rest.hasPrefix("."), !name.isEmpty, let rules = picked.schema?.rules else {
        return Picked()
      }
      picked.isPresent = picked.isPresent && rules.required.contains(String(name))
      picked.schema = rules.members[String(name)]
      rest = rest.dropFirst(1 + name.count)
    }
    picked.type = ContentType(picked.schema)
    picked.isPresent = picked.isPresent && !(picked.schema?.allowsNull ?? false)
    return picked
  }

  /// Whether something in a value is picked, which may then be missing with all of it.
  private static func hasPicks(_ value: DataValue) -> Bool {
    switch value.content {
    case .string(let text): Pick.isPick(text)
    case .array(let elements): elements.contains(where: hasPicks)
    case .dictionary(let dictionary):
      dictionary[TemplateKeys.pick] != nil || dictionary[TemplateKeys.match] != nil
        || dictionary.members.contains { $0.key != TemplateKeys.otherwise && hasPicks($0.value) }
    default: false
    }
  }
}

extension ContentType {
  /// Whether values are strings in JSON.
  fileprivate var isText: Bool {
    switch self {
    case .text, .link, .choice, .reference: true
    default: false
    }
  }

  /// The type, or another one where it says nothing.
  fileprivate func orElse(_ other: ContentType) -> ContentType {
    self == .any || self == .nothing ? other : self
  }
}

extension DataValue.Content {
  fileprivate var isTrue: Bool { if case .bool(true) = self { true } else { false } }
}
