// SPDX-License-Identifier: Apache-2.0

import Edges
import HTTPValues
import ResourceModel

/// The cache tags of answers, by which changes purge them.
///
/// A list has the tag of its type, a record that of its id, and both have that of all records.
package struct RecordTags: Sendable {
  /// The tag of every answer.
  package static let all = "records"

  let names: [String]

  /// The tags of answers with some records.
  init(_ ids: [ResourceID]) { names = [RecordTags.all] + ids.map(\.text) }

  /// The tags of a list that depends on all records of some types, with some records besides.
  init(listsOf types: [ResourceType], with ids: [ResourceID]) {
    names = [RecordTags.all] + types.map { RecordTags.list($0.name) } + ids.map(\.text)
  }

  /// The tag of the lists of a type.
  package static func list(_ type: String) -> String { "records-\(type)" }

  /// The fields beside `Surrogate-Key` in which CDNs read tags, with commas between them.
  private static let lists: [FieldName] = ["cache-tag", "edge-cache-tag"]

  /// Adds tags in the form and number that every CDN takes.
  static func write(_ tags: EdgeTags, to fields: inout Fields) {
    fields.append(FieldName(.surrogateKey), bytes: tags.text(" ").span)
    let list = tags.text(",")
    for name in RecordTags.lists { fields.append(name, bytes: list.span) }
  }

  /// The tags of the answers that changes of records make outdated, each record with the name of its type;
  /// `nil` for one of a type that is gone.
  static func changed(_ records: some Sequence<(type: String?, id: ResourceID)>) -> [String] {
    var tags: Set<String> = []
    for (type, id) in records {
      tags.insert(type.map(list) ?? all)
      tags.insert(id.text)
    }
    return tags.sorted()
  }
}
