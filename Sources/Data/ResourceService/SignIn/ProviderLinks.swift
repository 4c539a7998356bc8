// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import ResourceModel
import ResourceStore

/// Shows and removes the providers by which a user signs in.
struct ProviderLinks: Sendable {
  let context: RecordContext
  let people: PeopleSettings
  private var store: ResourceStore { context.store }

  /// The name of the providers by which a user signs in: `/users/{id}/_providers`.
  static let name = "_providers"

  /// Answers the providers by which a user can sign in.
  func list(
    of id: ResourceID,
    _ type: ResourceType,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    _ = try context.views.managedUser(id, as: type, request)
    let list = try store.accounts.issuers(knowing: id).map { issuer in
      let declared = people.providers.first { $0.issuer == issuer }
      return DataValue.members([
        ("name", .text(declared?.name ?? issuer)), ("issuer", .text(issuer)),
        ("isDeclared", .bool(declared != nil)),
      ])
    }
    let hasPassword = try store.accounts.password(of: id) != nil
    return ResourceReply.privately(
      .ok,
      .members([("data", .list(list)), ("hasPassword", .bool(hasPassword))])
    )
  }

  /// Removes a provider by its name, or by its issuer where it is not declared any more.
  func remove(
    _ name: String,
    of id: ResourceID,
    _ type: ResourceType,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    _ = try context.views.managedUser(id, as: type, request)
    let issuer = people.providers.first { $0.name == name }?.issuer ?? name
    switch try store.accounts.forget(id, at: issuer, among: people.providers.map(\.issuer)) {
    case .unknown:
      throw ResourceProblem(.notFound, "\(id) does not sign in by \(name.prefix(100))")
    case .onlyWay:
      throw ResourceProblem(
        .onlySignIn,
        "\(id) signs in by \(name.prefix(100)) only; expected a password or another provider first"
      )
    case .forgotten:
      people.audit(
        PeopleEvent(
          kind: .removedProvider,
          user: id,
          session: request.caller.principal?.session
        )
      )
      return ResourceReply(.noContent)
    }
  }
}
