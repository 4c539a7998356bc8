// SPDX-License-Identifier: Apache-2.0

import FileShapes
import HTTPValues

enum ProviderOperations {
  /// The operations on the providers by which a user signs in.
  static let all = [allProviders, removeProvider].ofPeople

  private static let allProviders = Operation(
    .get,
    "/users/{id}/\(ProviderLinks.name)",
    "providers",
    needs: .ofUser
  ) {
    try ProviderLinks(context: $0.context, people: $0.people).list(of: $0.id, $0.type, $0.request)
  }
  .taking([.userID]).offered(where: hasProviders).describing(
    "Lists the providers by which a user can sign in"
  ) { providers, _ in
    let provider = APISchemas.object(
      [
        ("name", APISchemas.text), ("issuer", APISchemas.text), ("isDeclared", ["type": "boolean"]),
      ],
      required: ["name", "issuer", "isDeclared"]
    )
    let answer = APISchemas.object(
      [("data", APISchemas.list(of: provider)), ("hasPassword", ["type": "boolean"])],
      required: ["data", "hasPassword"]
    )
    providers.answers = [APIAnswer(200, "The providers, and whether there is a password.", answer)]
    providers.problems = [404]
  }

  private static let removeProvider = Operation(
    .delete,
    "/users/{id}/\(ProviderLinks.name)/{provider}",
    "removeProvider",
    needs: .ofUser
  ) {
    try ProviderLinks(context: $0.context, people: $0.people)
      .remove($0.request.path[3], of: $0.id, $0.type, $0.request)
  }
  .taking([.userID, .path("provider", "The name of the provider.")]).offered(where: hasProviders)
  .describing("Removes a provider by which a user can sign in") { remove, _ in
    remove.detail = "Refused with 409 where the user could not sign in any more."
    remove.answers = [APIAnswer(204, "It does not lead into the account any more.")]
    remove.problems = [404, 409]
  }

  @Sendable private static func hasProviders(_ subject: APISubject) -> Bool {
    subject.settings.people?.providers.isEmpty == false
  }
}
