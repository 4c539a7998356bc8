// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import Testing

/// A supporter who sees little of users and apps, and may manage those that are not protected and those that
/// were granted.
private struct Support {
  let people: PeopleUnderTest
  let token: String

  init() throws {
    people = try PeopleUnderTest()
    token = try people.signUp("supporter")
    for (type, visible, capability) in [("users", "email", "delete"), ("apps", "name", "update")] {
      let change: DataValue = [
        "attributes": ["isProtected": ["type": "boolean"]],
        "rules": [
          ["role": "administrator", "may": ["fetch", "insert", "update", "delete"]],
          ["role": "supporter", "may": ["fetch"], "fields": [.text(visible)]],
          [
            "role": "supporter", "may": [.text(capability)], "where": "NOT isProtected = true",
          ], ["role": "supporter", "may": [.text(capability)], "where": "granted(\"manage\")"],
        ],
      ]
      #expect(try people.send(.patch, "/v1/_schema/\(type)", as: "admin", change).status == 200)
    }
    let id = try people.send(.get, "/v1/session", as: token).json["user"]?.string ?? ""
    let roles: DataValue = ["roles": ["supporter"]]
    #expect(try people.send(.patch, "/v1/users/\(id)", as: "admin", roles).status == 200)
    supporter = id
  }

  private let supporter: String

  /// Makes users, or apps, that are protected, not protected, and protected and granted.
  func records(of type: String) throws -> [String] {
    try [true, false, true].enumerated().map { number, isProtected in
      let name = type == "users" ? "email" : "name"
      let body: DataValue = .members([
        (name, .text("\(number)@example.com")), ("isProtected", .bool(isProtected)),
      ])
      let id = try people.send(.post, "/v1/\(type)", as: "admin", body).json["uuid"]?.string ?? ""
      guard number == 2 else { return id }
      let grants: DataValue = ["data": [["to": .text(supporter), "may": "manage"]]]
      #expect(try people.send(.put, "/v1/\(type)/\(id)/_grants", as: "admin", grants).status == 200)
      return id
    }
  }
}

@Suite struct `The management of users and apps` {
  /// Requests with the statuses for a record that is protected, one that is not, and one that was granted.
  private static let requests: [(HTTPValues.Method, String, String, [Int])] = [
    (.get, "users", "/_second-factor", [403, 200, 200]),
    (.delete, "users", "/_second-factor", [403, 404, 404]),
    (.get, "users", "/_providers", [403, 200, 200]), (.post, "users", ":erase", [403, 200, 200]),
    (.post, "apps", ":key", [403, 201, 201]),
  ]

  @Test(arguments: requests.indices)
  func `Access rules about hidden attributes and grants decide who manages a record`(
    row: Int
  ) throws {
    let (method, type, rest, expected) = Self.requests[row]
    let support = try Support()
    let statuses = try support.records(of: type).map { id in
      try support.people.send(method, "/v1/\(type)/\(id)\(rest)", as: support.token).status
    }
    #expect(statuses == expected, "\(method.name) \(type)\(rest)")
  }
}
