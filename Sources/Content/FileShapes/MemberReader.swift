// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// Reads the members of one dictionary by name and notes everything that is wrong with them.
///
/// Every getter returns `nil` both for a missing member and for a wrong one, which has been noted
/// then, so that one mistake hides no other.
package struct MemberReader {
  package let file: String
  package let position: SourcePosition
  /// What the dictionary is, as messages call it: "a variant".
  package let subject: String
  private let dictionary: DataDictionary
  private var known: [String] = []
  /// What the dictionary lacks, until it is known whether a key was only misspelled.
  private var lacking: [(keys: [String], message: String)] = []

  /// A reader of a value; notes if it is no dictionary.
  package init?(_ value: DataValue, of subject: String, in file: String, _ findings: inout Findings)
  {
    guard case .dictionary(let dictionary) = value.content else {
      findings.error(
        .wrongKind,
        at: FilePlace(file, value.position),
        "\(subject) is \(value.kindName); expected a dictionary"
      )
      return nil
    }
    self.file = file
    self.subject = subject
    self.dictionary = dictionary
    position = value.position
  }

  package var place: FilePlace { FilePlace(file, position) }

  package func place(of value: DataValue) -> FilePlace { FilePlace(file, value.position) }

  package var members: [DataDictionary.Member] { dictionary.members }

  /// Any member; from here on its name is known.
  package mutating func value(_ key: String) -> DataValue? {
    known.append(key)
    return dictionary[key]
  }

  /// Any member that must be there; `refuseOthers` notes it where it is not.
  @discardableResult
  package mutating func required(_ key: String) -> DataValue? {
    let value = value(key)
    if value == nil { lack([key], "\(subject) has no \"\(key)\", which it needs") }
    return value
  }

  /// Has `refuseOthers` note that none of these keys is there.
  package mutating func lack(_ keys: [String], _ message: String) {
    lacking.append((keys, message))
  }

  package mutating func string(_ key: String, _ findings: inout Findings) -> String? {
    guard let value = value(key) else { return nil }
    guard case .string(let text) = value.content else {
      wrong(value, key, "a string", &findings)
      return nil
    }
    return text
  }

  /// A string with its place.
  package mutating func name(_ key: String, _ findings: inout Findings) -> PlacedName? {
    guard let text = string(key, &findings), let value = dictionary[key] else { return nil }
    return PlacedName(text, at: place(of: value))
  }

  package mutating func integer(
    _ key: String,
    in range: ClosedRange<Int>,
    _ findings: inout Findings
  ) -> Int? {
    guard let value = value(key) else { return nil }
    guard case .integer(let integer) = value.content else {
      wrong(value, key, "an integer", &findings)
      return nil
    }
    guard let number = Int(exactly: integer), range.contains(number) else {
      findings.error(
        .badValue,
        at: place(of: value),
        "\"\(key)\" is \(integer); expected \(range.lowerBound) to \(range.upperBound)"
      )
      return nil
    }
    return number
  }

  package mutating func number(
    _ key: String,
    in range: ClosedRange<Double>,
    _ findings: inout Findings
  ) -> Double? {
    guard let value = value(key) else { return nil }
    let number: Double
    switch value.content {
    case .integer(let integer): number = Double(integer)
    case .decimal(let decimal): number = decimal.value
    default:
      wrong(value, key, "a number", &findings)
      return nil
    }
    guard range.contains(number) else {
      findings.error(
        .badValue,
        at: place(of: value),
        "\"\(key)\" is \(number); expected \(range.lowerBound) to \(range.upperBound)"
      )
      return nil
    }
    return number
  }

  package mutating func boolean(_ key: String, _ findings: inout Findings) -> Bool? {
    guard let value = value(key) else { return nil }
    guard case .bool(let boolean) = value.content else {
      wrong(value, key, "true or false", &findings)
      return nil
    }
    return boolean
  }

  package mutating func array(_ key: String, _ findings: inout Findings) -> [DataValue]? {
    guard let value = value(key) else { return nil }
    guard case .array(let elements) = value.content else {
      wrong(value, key, "an array", &findings)
      return nil
    }
    return elements
  }

  /// A string, or an array of strings, each with its place.
  package mutating func strings(_ key: String, _ findings: inout Findings) -> [PlacedName]? {
    guard let value = value(key) else { return nil }
    return PlacedName.list(value, of: key, in: file, &findings)
  }

  /// The members of a member.
  package mutating func reader(
    _ key: String,
    of subject: String,
    _ findings: inout Findings
  ) -> MemberReader? {
    value(key).flatMap { MemberReader($0, of: subject, in: file, &findings) }
  }

  /// Notes every member that nobody asked for, and says what there could be; then what the dictionary
  /// lacks, but for keys that were only misspelled.
  package func refuseOthers(_ findings: inout Findings) {
    var meant: Set<String> = []
    for member in dictionary.members where !known.contains(member.key) {
      let suggestion = Suggestion.nearest(to: member.key, among: known)
      if let suggestion { meant.insert(suggestion) }
      findings.error(
        .unknownKey,
        at: FilePlace(file, member.keyPosition),
        "\(subject) has no key \"\(member.key)\""
          + (suggestion == nil ? "; expected one of \(knownKeys)" : ""),
        suggestion: suggestion
      )
    }
    for lack in lacking where meant.isDisjoint(with: lack.keys) {
      findings.error(.missingKey, at: place, lack.message)
    }
  }

  /// Each key once, in the order in which they are read.
  private var knownKeys: String {
    known.enumerated().filter { !known[..<$0].contains($1) }.map(\.element)
      .joined(separator: ", ")
  }

  private func wrong(
    _ value: DataValue,
    _ key: String,
    _ expected: String,
    _ findings: inout Findings
  ) {
    findings.error(
      .wrongKind,
      at: place(of: value),
      "\"\(key)\" is \(value.kindName); expected \(expected)"
    )
  }
}
