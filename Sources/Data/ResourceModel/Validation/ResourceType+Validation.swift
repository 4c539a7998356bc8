// SPDX-License-Identifier: Apache-2.0

package import DataFiles

extension ResourceType {
  /// Returns the attributes of a record in the form in which they are stored, with defaults for
  /// those that are missing; throws all errors in them.
  ///
  /// `null` counts as missing. Members of the record itself, such as `uuid` and `_version`, are
  /// ignored, so that an answer can be sent back unchanged.
  package func accepted(
    _ attributes: DataDictionary,
    isNew: Bool
  ) throws(ValidationErrors) -> DataDictionary {
    var errors: [ValidationError] = []
    var members: [DataDictionary.Member] = []
    for member in attributes.members where !ResourceType.isSystemName(member.key) {
      guard let attribute = attribute(member.key) else {
        if let error = refusal(ofUnknown: member.key) { errors.append(error) }
        if !member.value.isNull { members.append(member) }
        continue
      }
      guard !member.value.isNull else { continue }
      if let value = attribute.accepted(member.value, &errors) {
        members.append(.init(member.key, value))
      }
    }
    let given = Set(members.map(\.key))
    let faulty = Set(errors.map { $0.attribute.prefix { $0 != "[" } })
    for attribute in self.attributes
    where !given.contains(attribute.name) && !faulty.contains(attribute.name[...]) {
      if isNew, let standard = attribute.standard, !standard.isNull {
        members.append(.init(attribute.name, attribute.accepted(standard, &errors) ?? standard))
      } else if attribute.isRequired {
        errors.append(ValidationError(attribute.name, .required, "is missing; expected a value"))
      }
    }
    guard errors.isEmpty else { throw ValidationErrors(errors) }
    return DataDictionary(unique: members)
  }

  /// Whether a name is a record's own, which no attribute can have.
  package static func isSystemName(_ name: String) -> Bool {
    name == "uuid" || name.utf8.first == UInt8(ascii: "_")
  }

  private func refusal(ofUnknown name: String) -> ValidationError? {
    guard !name.isEmpty, name.utf8.count <= 128 else {
      return ValidationError(
        String(name.prefix(40)),
        .unknown,
        "has a name of \(name.utf8.count) bytes; expected 1 to 128"
      )
    }
    guard isStrict else { return nil }
    let names = attributes.map(\.name)
    let nearest = Suggestion.nearest(to: name, among: names).map { "; did you mean \($0)?" }
    return ValidationError(
      name,
      .unknown,
      "is no attribute of \(self.name)" + (nearest ?? "; expected \(names.joined(separator: ", "))")
    )
  }
}
