// SPDX-License-Identifier: Apache-2.0

/// Values by their names, so few that looking through them costs less than hashing a name.
package struct NamedValues: Sendable, ExpressibleByDictionaryLiteral {
  private let names: [String]
  private let values: [String]

  /// Values in the order of their names; of a name that repeats, the last value counts.
  package init(_ names: [String], _ values: [String]) {
    self.names = names
    self.values = values
  }

  package init(_ values: [String: String]) {
    self.init(Array(values.keys), Array(values.values))
  }

  package init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map(\.0), elements.map(\.1))
  }

  package subscript(name: String) -> String? {
    for index in (0..<min(names.count, values.count)).reversed() where names[index] == name {
      return values[index]
    }
    return nil
  }

  /// A text with the values in place of their names in braces; other braces stay as they are.
  package func filling(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
    var filled = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      let name = rest[rest.index(after: open)..<close]
      filled += rest[..<open]
      filled += self[String(name)] ?? "{\(name)}"
      rest = rest[rest.index(after: close)...]
    }
    return filled + rest
  }
}

/// The facts about a visitor that a plan uses.
package struct VisitorFacts: Sendable {
  package var language: String?
  package var country: String?
  package var device: String?

  package init() {}

  package subscript(fact: VisitorFact) -> String? {
    get {
      switch fact {
      case .language: language
      case .country: country
      case .device: device
      }
    }
    set {
      switch fact {
      case .language: language = newValue
      case .country: country = newValue
      case .device: device = newValue
      }
    }
  }
}
