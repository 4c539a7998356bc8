// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// A record of a type.
package struct Resource: Sendable, Equatable {
  package let id: ResourceID
  /// The name of its type.
  package let type: String
  /// The zone in which its changes are counted.
  package let zone: String
  /// The record that it belongs to, such as a user's.
  package var owner: String?
  /// The number of its last change in its zone: data version, entity tag and place in the changes.
  package var version: Int64
  package var classVersion: Int
  package let created: Timestamp
  package var updated: Timestamp
  /// The instant of its deletion; `nil` while it lives.
  package var deleted: Timestamp?
  package var attributes: DataDictionary

  package init(
    _ id: ResourceID,
    of type: String,
    zone: String = "",
    version: Int64,
    classVersion: Int = 1,
    created: Timestamp,
    updated: Timestamp,
    _ attributes: DataDictionary
  ) {
    self.id = id
    self.type = type
    self.zone = zone
    self.version = version
    self.classVersion = classVersion
    self.created = created
    self.updated = updated
    self.attributes = attributes
  }
}

extension Resource {
  /// The texts of an attribute, which is a list or has one value.
  package func texts(of name: String) -> [String] {
    let value = attributes[name]
    return (value?.elements ?? value.map { [$0] } ?? []).compactMap(\.string)
  }
}

extension DataValue {
  package static func integer(_ integer: Int64) -> DataValue { DataValue(.integer(integer)) }
  package static func bool(_ bool: Bool) -> DataValue { DataValue(.bool(bool)) }

  package var dictionary: DataDictionary? {
    if case .dictionary(let dictionary) = content { dictionary } else { nil }
  }

  package var isNull: Bool { if case .null = content { true } else { false } }
}

extension DataDictionary {
  /// The members whose keys satisfy a condition.
  package func keeping(_ condition: (String) -> Bool) -> DataDictionary {
    DataDictionary(unique: members.filter { condition($0.key) })
  }

  /// The same members with one set, or removed for `nil`.
  package func setting(_ key: String, _ value: DataValue?) -> DataDictionary {
    guard let value else {
      return DataDictionary(unique: members.filter { $0.key != key })
    }
    guard let place = members.firstIndex(where: { $0.key == key }) else {
      return DataDictionary(unique: members + [Member(key, value)])
    }
    var members = members
    members[place].value = value
    return DataDictionary(unique: members)
  }
}
