// SPDX-License-Identifier: Apache-2.0

package import DataFiles

// Records that were written under an earlier declaration of their type are brought into the form of the
// present one where that is exact: no value is rounded, cut or guessed. What cannot be converted stays as it
// is, so that the validation names it.

extension ResourceType {
  /// Returns the attributes of an old record in the form of this declaration.
  ///
  /// - Parameter present: the declaration until now, whose records have no value of attributes that are new;
  ///   `nil` for a record of any earlier one.
  package func upgraded(
    _ attributes: DataDictionary,
    from present: ResourceType?
  ) -> DataDictionary {
    var upgraded = attributes
    for attribute in self.attributes {
      if upgraded[attribute.name]?.isNull ?? true,
        let former = attribute.formerNames.first(where: { upgraded[$0]?.isNull == false })
      {
        upgraded = upgraded.setting(attribute.name, upgraded[former]).setting(former, nil)
      }
      if let value = upgraded[attribute.name], !value.isNull {
        let converted = attribute.converted(value)
        if converted != value { upgraded = upgraded.setting(attribute.name, converted) }
      } else if let standard = attribute.standard, isNew(attribute, to: present) {
        upgraded = upgraded.setting(attribute.name, standard)
      }
    }
    return upgraded
  }

  /// A new attribute: records of an earlier declaration can have no value of it.
  private func isNew(_ attribute: Attribute, to present: ResourceType?) -> Bool {
    guard let present else { return attribute.isRequired }
    return ([attribute.name] + attribute.formerNames).allSatisfy { present.attribute($0) == nil }
  }
}

extension Attribute {
  /// Returns a value in the kind of the attribute, if that is exact, and the value itself if not.
  fileprivate func converted(_ value: DataValue) -> DataValue {
    guard isList else { return converted(value, to: kind) }
    guard let elements = value.elements else {
      let only = converted(value, to: valueKind)
      var errors: [ValidationError] = []
      return accepted(.list([only]), &errors) == nil ? value : .list([only])
    }
    return .list(elements.map { converted($0, to: valueKind) })
  }

  private func converted(_ value: DataValue, to kind: Kind) -> DataValue {
    switch (kind, value.content) {
    case (.number, .string(let text)): Attribute.number(text) ?? value
    case (.integer, .string(let text)): Attribute.number(text)?.whole ?? value
    case (.boolean, .string("true")): .bool(true)
    case (.boolean, .string("false")): .bool(false)
    case (.text, .integer(let integer)): .text("\(integer)")
    case (.text, .bool(let bool)): .text("\(bool)")
    case (.text, .decimal(let decimal)): .text(decimal.text)
    case (.enum, .string(let text)): renamedValues[text].map { .text($0) } ?? value
    default: value
    }
  }

  /// Reads a number as JSON has it; `nil` for a text that is none.
  private static func number(_ text: String) -> DataValue? {
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
      let value = try? DataValue(reading: text.utf8Span.span, as: .json)
    else { return nil }
    switch value.content {
    case .integer: return value
    case .decimal(let decimal):
      return decimal.isFinite && decimal.value.isFinite ? value : nil
    default: return nil
    }
  }
}

extension DataValue {
  /// A number as an integer of 64 bits; `nil` for one that is none.
  fileprivate var whole: DataValue? {
    if case .decimal(let decimal) = content {
      return Int64(exactly: decimal.value).map { .integer($0) }
    }
    return self
  }
}
