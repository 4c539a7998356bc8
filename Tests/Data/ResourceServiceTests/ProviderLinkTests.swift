// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStore
import Testing

@Suite struct `The providers by which a user signs in` {
  private static let google = "https://accounts.example.com"
  private static let id = "https://id.example.org"

  private let people: PeopleUnderTest
  private let ann: String
  private let bob: String
  private let user: ResourceID

  init() throws {
    people = try PeopleUnderTest { settings in
      settings.providers = [
        SignInProvider("google", issuer: Self.google, client: "1", secret: nil),
        SignInProvider("id", issuer: Self.id, client: "1", secret: nil),
      ]
    }
    ann = try people.signUp("ann")
    bob = try people.signUp("bob")
    user = try #require(ResourceID(try people.id(of: ann)))
    #expect(try people.service.service.store.accounts.setUser(user, known: "42", to: Self.google))
  }

  /// Adds a user without a password, whom a provider knows.
  private func addWithoutPassword() throws -> ResourceID {
    let body: DataValue = ["email": "carl@example.com"]
    let made = try people.send(.post, "/v1/users", as: "admin", body)
    let id = try #require(made.json["uuid"]?.string.flatMap(ResourceID.init))
    #expect(try people.service.service.store.accounts.setUser(id, known: "43", to: Self.google))
    return id
  }

  @Test func `A user lists its providers, and removes one of them`() throws {
    let list = try people.send(.get, "/v1/users/me/_providers", as: ann)
    #expect(list.status == 200 && list.fields["cache-control"] == "no-store")
    let google: DataValue = [
      "name": "google", "issuer": .text(Self.google), "isDeclared": true,
    ]
    #expect(list.json == ["data": [google], "hasPassword": true])
    let target = "/v1/users/me/_providers/google"
    #expect(try people.send(.delete, target, as: ann).status == 204)
    #expect(people.events.last == .removedProvider)
    #expect(try people.service.service.store.accounts.user(known: "42", to: Self.google) == nil)
    #expect(try people.send(.get, "/v1/users/me/_providers", as: ann).json["data"] == [])
    #expect(try people.send(.delete, target, as: ann).status == 404)
    // The session and the password are as before.
    #expect(try people.send(.get, "/v1/session", as: ann).status == 200)
    #expect(try people.signIn("ann").status == 200)
  }

  @Test func `An operator removes a provider of any user, and other users do not`() throws {
    let target = "/v1/users/\(user)/_providers"
    #expect(try people.send(.get, target, as: bob).status == 404)
    #expect(try people.send(.delete, "\(target)/google", as: bob).status == 404)
    #expect(try people.send(.delete, "\(target)/google").status >= 401)
    #expect(try people.service.service.store.accounts.issuers(knowing: user) == [Self.google])
    #expect(try people.send(.get, target, as: "admin").status == 200)
    #expect(try people.send(.delete, "\(target)/google", as: "admin").status == 204)
    #expect(try people.service.service.store.accounts.issuers(knowing: user) == [])
  }

  @Test func `A user who sees others, but may not delete them, does not remove their providers`()
    throws
  {
    let roles: DataValue = ["roles": ["helper"]]
    let helper = try people.id(of: bob)
    _ = try people.send(.patch, "/v1/users/\(helper)", as: "admin", roles)
    var type = try people.send(.get, "/v1/_schema", as: "admin").json["data"]?.elements?
      .first { $0["name"] == "users" }?.dictionary
    let rules = (type?["rules"]?.elements ?? []) + [["role": "helper", "may": ["fetch"]]]
    type = type?.setting("rules", .list(rules))
    let body = try DataValue(.dictionary(#require(type)))
    #expect(try people.send(.put, "/v1/_schema/users", as: "admin", body).status == 200)
    let target = "/v1/users/\(user)/_providers"
    #expect(try people.send(.get, target, as: bob).status == 403)
    #expect(try people.send(.delete, "\(target)/google", as: bob).status == 403)
    let more: DataValue = ["roles": ["administrator"]]
    _ = try people.send(.patch, "/v1/users/\(helper)", as: "admin", more)
    #expect(try people.send(.delete, "\(target)/google", as: bob).status == 204)
  }

  @Test func `The only way to sign in is not removed, by whomever`() throws {
    let carl = try addWithoutPassword()
    let target = "/v1/users/\(carl)/_providers"
    #expect(try people.send(.get, target, as: "admin").json["hasPassword"] == false)
    let refused = try people.send(.delete, "\(target)/google", as: "admin")
    #expect(refused.status == 409 && refused.json["code"] == "only-sign-in")
    #expect(refused.json["detail"]?.string?.contains("a password or another provider") == true)
    #expect(try people.service.service.store.accounts.user(known: "43", to: Self.google) == carl)
    // Another provider is another way, unless it is not declared any more.
    #expect(
      try people.service.service.store.accounts.setUser(carl, known: "1", to: "https://old.example")
    )
    #expect(try people.send(.delete, "\(target)/google", as: "admin").status == 409)
    #expect(try people.service.service.store.accounts.setUser(carl, known: "1", to: Self.id))
    #expect(try people.send(.delete, "\(target)/google", as: "admin").status == 204)
    #expect(try people.send(.delete, "\(target)/id", as: "admin").status == 409)
  }

  @Test func `A provider that is not declared any more is removed by its issuer`() throws {
    let old = "https://old.example/a"
    #expect(try people.service.service.store.accounts.setUser(user, known: "1", to: old))
    let list = try people.send(.get, "/v1/users/me/_providers", as: ann).json["data"]?.elements
    #expect(list?.last?["name"]?.string == old && list?.last?["isDeclared"] == false)
    let target = "/v1/users/me/_providers/https%3A%2F%2Fold.example%2Fa"
    #expect(try people.send(.delete, target, as: ann).status == 204)
    #expect(try people.service.service.store.accounts.issuers(knowing: user) == [Self.google])
  }

  @Test func `The providers of a user answer the methods that the description names`() throws {
    let target = "/v1/users/\(user)/_providers"
    #expect(try people.send(.post, target, as: ann, [:]).fields["allow"] == "GET, HEAD")
    #expect(try people.send(.get, "\(target)/google", as: ann).fields["allow"] == "DELETE")
    let options = try people.send(.options, "\(target)/google", as: ann)
    #expect(options.fields["allow"] == "DELETE, OPTIONS")
    let paths = try people.send(.get, "/v1/_openapi.json", as: "admin").json["paths"]
    #expect(paths?["/v1/users/{id}/_providers"]?["get"] != nil)
    #expect(paths?["/v1/users/{id}/_providers/{provider}"]?["delete"] != nil)
  }
}
