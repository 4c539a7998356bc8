// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import FileShapes

// Users, devices, groups, roles and apps are records as all others, so that relations, filters,
// changes and rules work with them too. Passwords and tokens are no records; the store keeps them
// apart.

/// The types of people: users, their devices, groups, roles and apps.
package enum PeopleTypes {
  package static let users = "users"
  package static let devices = "devices"
  package static let groups = "groups"
  package static let roles = "roles"
  package static let apps = "apps"

  /// The attribute of a user, role or app that is false while it is locked out.
  package static let isActive = "isActive"

  /// The role that may change all people.
  package static let administrator = "administrator"

  /// The attributes without which a type does not work, by the types' names.
  package static let needed: [String: Set<String>] = [
    users: ["email", "roles", "groups"], devices: ["user"], groups: ["parent"],
    roles: ["name", "isActive", "apps"], apps: ["name", "isActive"],
  ]

  private static let everything: DataValue = [
    "role": .text(administrator), "may": ["fetch", "insert", "update", "delete"],
  ]

  private static let name: DataValue = [
    "type": "text", "required": true, "unique": true, "maximum": 100,
  ]

  private static let shortText: DataValue = ["type": "text", "maximum": 200]

  /// The initial declarations; an administrator of types may add to them.
  package static let declarations: DataValue = [
    [
      "name": .text(users), "prefix": "u",
      "attributes": [
        "email": ["type": "text", "required": true, "unique": true, "maximum": 254],
        "displayName": shortText, "firstName": shortText, "lastName": shortText,
        "isActive": ["type": "boolean", "default": true],
        "roles": ["type": "list", "of": "text", "maximumCount": 100],
        "groups": [
          "type": "list", "of": "reference", "to": .text(groups), "onDelete": "clear",
          "maximumCount": 100,
        ],
      ],
      "rules": [
        everything, ["role": "member", "may": ["fetch"], "where": "uuid = @me.uuid"],
        [
          "role": "member", "may": ["update"], "where": "uuid = @me.uuid",
          "fields": ["displayName", "firstName", "lastName"],
        ],
      ],
    ],
    [
      "name": .text(devices), "prefix": "d",
      "attributes": [
        "user": [
          "type": "reference", "to": .text(users), "onDelete": "cascade", "required": true,
        ],
        "name": shortText, "platform": shortText, "pushToken": ["type": "text", "maximum": 4_096],
      ],
      "rules": [
        everything,
        [
          "role": "member", "may": ["fetch", "insert", "update", "delete"],
          "where": "user = @me.uuid",
        ],
      ],
    ],
    [
      "name": .text(groups), "prefix": "g",
      "attributes": [
        "name": ["type": "text", "required": true, "maximum": 200],
        "kind": ["type": "enum", "values": ["group", "organization"], "default": "group"],
        "parent": ["type": "reference", "to": .text(groups)],
      ],
      "rules": [
        everything, ["role": "member", "may": ["fetch"], "where": "uuid = @me.groups"],
      ],
    ],
    [
      "name": .text(roles), "prefix": "role",
      "attributes": [
        "name": name, "isActive": ["type": "boolean", "default": true],
        "apps": ["type": "list", "of": "text", "maximumCount": 100],
      ],
      "rules": [everything],
    ],
    [
      "name": .text(apps), "prefix": "app",
      "attributes": ["name": name, "isActive": ["type": "boolean", "default": true]],
      "rules": [everything],
    ],
  ]
}

extension Resource {
  /// Whether the record is of a user who is locked out.
  package var isLockedUser: Bool {
    type == PeopleTypes.users && attributes[PeopleTypes.isActive] == .bool(false)
  }
}

extension TypeSet {
  /// The same types with those of people that are missing.
  package func withPeople() throws(TypeSetError) -> TypeSet {
    let declared = try TypeSet(PeopleTypes.declarations, in: "people")
    return try TypeSet(types + declared.types.filter { self[$0.name] == nil })
  }

  /// Throws if types of people lack attributes that sessions and rights need.
  package func checkPeople() throws(TypeSetError) {
    for (name, attributes) in PeopleTypes.needed.sorted(by: { $0.key < $1.key }) {
      guard let type = self[name] else {
        throw TypeSetError("there is no type \(name), which people need")
      }
      let missing = attributes.filter { type.attribute($0) == nil }.sorted()
      guard missing.isEmpty else {
        throw TypeSetError("\(name) has no \(missing.joined(separator: ", ")), which people need")
      }
      guard !type.rules.isEmpty else {
        throw TypeSetError("\(name) has no rules; expected some, or all may read who is there")
      }
    }
    guard self[PeopleTypes.users]?.attribute("email")?.isUnique == true else {
      throw TypeSetError("the email of users is not unique; expected one user for each address")
    }
  }
}
