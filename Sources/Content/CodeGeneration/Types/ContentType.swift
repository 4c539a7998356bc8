// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// The type of a value in answers, as an app decodes it.
package indirect enum ContentType: Sendable, Hashable {
  /// No value is known, as for the elements of an empty list.
  case nothing
  case any
  case boolean
  case integer
  case number
  case text
  /// The address of a document.
  case link
  /// One of some texts; an app accepts others as unknown.
  case choice([String])
  /// The id of a record of a type.
  case reference(to: String)
  /// A dictionary whose `datatype` tells its members.
  case content
  case list(ContentType)
  case object([ContentMember])
}

/// A member of a dictionary in answers.
package struct ContentMember: Sendable, Hashable {
  package let name: String
  package var type: ContentType
  /// Whether answers may lack it.
  package var isOptional: Bool
  /// Sentences of its documentation.
  package var notes: [String]
  /// The datatypes of the documents that its links lead to.
  var targets: Set<String> = []
  /// The value as the file has it, for messages; `nil` for one that is known only in answers.
  var literal: String?
  var position: SourcePosition

  package init(
    _ name: String,
    _ type: ContentType,
    isOptional: Bool = false,
    notes: [String] = [],
    at position: SourcePosition = .start
  ) {
    self.name = name
    self.type = type
    self.isOptional = isOptional
    self.notes = notes
    self.position = position
  }
}

extension ContentType {
  /// The type of values that are of one type or of the other.
  func merged(with other: ContentType) -> ContentType {
    switch (self, other) {
    case (.nothing, let type), (let type, .nothing): type
    case (.integer, .number), (.number, .integer): .number
    case (.text, .link), (.link, .text), (.text, .choice), (.choice, .text), (.link, .choice),
      (.choice, .link):
      .text
    case (.choice(let first), .choice(let second)):
      .choice(first + second.filter { !first.contains($0) })
    case (.list(let first), .list(let second)): .list(first.merged(with: second))
    case (.object(let first), .object(let second)): .object(first.merged(with: second))
    default: self == other ? self : .any
    }
  }

  /// The type in words, for messages.
  var words: String {
    switch self {
    case .nothing, .any: "a value whose type neither the content nor a schema tells"
    case .boolean: "true or false"
    case .integer: "an integer"
    case .number: "a number"
    case .text, .choice: "a text"
    case .link: "a link"
    case .reference: "the id of a record"
    case .content: "a dictionary with a datatype"
    case .list: "a list"
    case .object: "a dictionary"
    }
  }
}

extension [ContentMember] {
  /// The members of dictionaries that are of one kind or of the other, in the order of their names.
  func merged(with others: [ContentMember]) -> [ContentMember] {
    var members = Dictionary(map { ($0.name, $0) }) { first, _ in first }
    let names = Set(members.keys)
    for other in others {
      guard var member = members[other.name] else {
        members[other.name] = other
        members[other.name]?.isOptional = true
        continue
      }
      member.type = member.type.merged(with: other.type)
      member.isOptional = member.isOptional || other.isOptional
      member.notes += other.notes.filter { !member.notes.contains($0) }
      member.targets.formUnion(other.targets)
      members[other.name] = member
    }
    for name in names.subtracting(others.map(\.name)) { members[name]?.isOptional = true }
    return members.values.sorted { $0.name < $1.name }
  }
}
