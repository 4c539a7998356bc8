// SPDX-License-Identifier: Apache-2.0

package import DataFiles

extension Template {
  /// Where the items of the list are that a document is, and what they are put in order by.
  package struct List: Sendable {
    package struct Key: Sendable {
      package let name: String
      package let value: Node
      /// The calls that the value needs, by their numbers.
      let needed: Set<Int>
    }

    package let items: Pick
    /// Where the service says how many there are, if it pages.
    package let total: Pick?
    package let keys: [Key]
  }

  /// A part of a list in a body.
  package enum ListPart: Sendable {
    case offset
    case count
    case total
    case next
    /// The items of the page, each of which becomes this.
    case data(Node)
  }

  /// The calls that an answer to a query needs, without those that these wait for.
  package func needed(for query: ListQuery?) -> Set<Int> {
    guard let list, let query else { return needed }
    let names = Set(query.order.map(\.key) + query.predicates.map(\.key))
    return list.keys.reduce(into: needed) { needed, key in
      if names.contains(key.name) { needed.formUnion(key.needed) }
    }
  }

  /// All calls that some query needs.
  package var neededAtMost: Set<Int> {
    (list?.keys ?? []).reduce(into: needed) { $0.formUnion($1.needed) }
  }
}

// The member whose value is a list brings four others with it, which stand around it. That is written
// out before a view chooses among the members, so that it chooses among these as well.
extension TemplateKeys {
  static let data = "data"
  /// The members that a list brings with it, in the order of the answer; it stands before the last.
  package static let listFacts = ["offset", "count", "total", "next"]

  /// The members of a body with those that its list brings with it.
  package static func withListFacts(
    _ members: [DataDictionary.Member]
  ) -> [DataDictionary.Member] {
    members.flatMap { member in
      guard case .dictionary(let dictionary) = member.value.content,
        let items = dictionary[list], dictionary[listPart] == nil
      else { return [member] }
      let facts = listFacts.map { name -> DataDictionary.Member in
        let members = [DataDictionary.Member(list, items)]
        return DataDictionary.Member(name, marked(members, name, at: member.value.position))
      }
      let written = marked(dictionary.members, TemplateKeys.data, at: member.value.position)
      let data = DataDictionary.Member(member.key, written)
      return facts.dropLast() + [data] + facts.suffix(1)
    }
  }

  private static func marked(
    _ members: [DataDictionary.Member],
    _ part: String,
    at position: SourcePosition
  ) -> DataValue {
    let mark = DataDictionary.Member(listPart, DataValue(.string(part)))
    return DataValue(.dictionary(DataDictionary(unique: members + [mark])), at: position)
  }
}
