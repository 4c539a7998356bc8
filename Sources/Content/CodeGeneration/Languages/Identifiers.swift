// SPDX-License-Identifier: Apache-2.0

/// Makes identifiers of the names in content, each once in its scope.
struct Identifiers {
  private var taken: Set<String>

  /// - Parameter reserved: identifiers that mean something else in the scope.
  init(reserved: Set<String>) { taken = reserved }

  /// An identifier for a type: `share-image` is `ShareImage`.
  mutating func type(_ name: String, _ suffix: String = "") -> String {
    free(Identifiers.type(name) + suffix)
  }

  /// The identifiers for all datatypes, and for all types of records, by their names.
  mutating func types(of types: AppTypes) -> ([String: String], [String: String]) {
    var (datatypes, records) = ([String: String](), [String: String]())
    for each in types.datatypes { datatypes[each.name] = type(each.name) }
    for each in types.records { records[each.name] = type(each.name, "Record") }
    return (datatypes, records)
  }

  /// An identifier for a member: `share-image` is `shareImage`.
  mutating func member(_ name: String) -> String {
    let parts = Identifiers.parts(of: name)
    let rest = parts.dropFirst().map { Identifiers.capitalized($0) }
    return free(Identifiers.begun((parts.first.map(String.init) ?? "") + rest.joined()))
  }

  private mutating func free(_ wanted: String) -> String {
    var name = wanted
    var number = 2
    while !taken.insert(name).inserted {
      name = "\(wanted)\(number)"
      number += 1
    }
    return name
  }

  /// The identifier of a type, in any scope.
  static func type(_ name: String) -> String {
    begun(parts(of: name).map(capitalized).joined())
  }

  /// Whether a name is an identifier in every language.
  static func isPlain(_ name: String) -> Bool {
    parts(of: name).count == 1 && parts(of: name)[0].utf8.count == name.utf8.count
      && begun(name) == name
  }

  /// The runs of letters and digits of ASCII.
  private static func parts(of name: String) -> [Substring] {
    name.split { character in
      !character.isASCII || !(character.isLetter || character.isNumber)
    }
  }

  private static func capitalized(_ part: Substring) -> String {
    part.prefix(1).uppercased() + part.dropFirst()
  }

  /// No identifier is empty or begins with a digit.
  private static func begun(_ name: String) -> String {
    guard let first = name.first else { return "value" }
    return first.isNumber ? "_\(name)" : name
  }
}
