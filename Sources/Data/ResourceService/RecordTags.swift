// SPDX-License-Identifier: Apache-2.0

import Edges
import HTTPValues
import ResourceModel
import ResourceStore

/// The cache tags of answers, by which changes purge them.
///
/// A list has the tag of its type, a record that of its id, and both have that of all records.
package struct RecordTags: Sendable {
  /// The tag of every answer.
  package static let all = "records"

  private let names: [String]

  /// The tags of answers with some records.
  init(_ ids: [ResourceID]) { names = [RecordTags.all] + ids.map(\.text) }

  /// The tags of a list of a type, with some records besides.
  init(listOf type: ResourceType, with ids: [ResourceID]) {
    names = [RecordTags.all, RecordTags.list(type.name)] + ids.map(\.text)
  }

  /// The tag of the lists of a type.
  package static func list(_ type: String) -> String { "records-\(type)" }

  /// The fields in which CDNs read tags, with what stands between two.
  private static let fields: [(FieldName, String)] = [
    (FieldName(.surrogateKey), " "), ("cache-tag", ","), ("edge-cache-tag", ","),
  ]

  /// Writes them in the form and number that every CDN takes.
  func write(to fields: inout Fields) {
    let tags = EdgeTags(of: names)
    for (name, separator) in RecordTags.fields { tags.write(as: name, separator, to: &fields) }
  }

  /// The tags of the answers that changes of records make outdated, each record with the name of its type;
  /// `nil` for one of a type that is gone.
  static func changed(_ records: some Sequence<(type: String?, id: ResourceID)>) -> [String] {
    Set(records.flatMap { [$0.type.map(list) ?? all, $0.id.text] }).sorted()
  }
}
