// SPDX-License-Identifier: Apache-2.0

package import DataFiles

extension ResourceType {
  /// Returns the attributes of a record in the form in which they are stored, with defaults for
  /// those that are missing; throws all errors in them.
  ///
  /// `null` counts as missing. The members that answers have beside attributes, such as `uuid` and `_version`,
  /// are ignored, so that an answer can be sent back unchanged; others that begin with `_` are refused.
  package func accepted(
    _ attributes: DataDictionary,
    isNew: Bool
  ) throws(ValidationErrors) -> DataDictionary {
    var errors: [ValidationError] = []
    var members: [DataDictionary.Member] = []
    members.reserveCapacity(attributes.members.count)
    for member in attributes.members {
      guard !ResourceType.isSystemName(member.key) else {
        if !ResourceType.answered.contains(member.key) {
          errors.append(ValidationError(String(member.key.prefix(40)), .unknown, Self.reserved))
        }
        continue
      }
      guard let place = declared.place(of: member.key) else {
        if let error = refusal(ofUnknown: member.key) { errors.append(error) }
        if !member.value.isNull { members.append(member) }
        continue
      }
      guard !member.value.isNull else { continue }
      if let value = declared.all[place].accepted(member.value, &errors) {
        members.append(.init(member.key, value))
      }
    }
    let faulty = Set(errors.map { $0.attribute.prefix { $0 != "[" } })
    // Most records have a handful of members, among which looking costs less than hashing.
    let given = members.count > ResourceType.handful ? Set(members.map(\.key)) : nil
    let all = declared.all
    for place in all.indices where all[place].isRequired || all[place].standard != nil {
      let name = all[place].name
      let isGiven = given?.contains(name) ?? members.contains { $0.key == name }
      guard !isGiven, !faulty.contains(name[...]) else { continue }
      if isNew, let standard = all[place].standard, !standard.isNull {
        members.append(.init(name, all[place].accepted(standard, &errors) ?? standard))
      } else if all[place].isRequired {
        errors.append(ValidationError(name, .required, "is missing; expected a value"))
      }
    }
    guard errors.isEmpty else { throw ValidationErrors(errors) }
    return DataDictionary(unique: members)
  }

  private static let handful = 16

  /// The members that an answer about a record has beside its attributes.
  private static let answered = Set(Resource.systemNames + ["_expire", "_unknownFields"])

  private static let reserved =
    "begins with _, as the record's own members do; expected a name with another first letter"

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
