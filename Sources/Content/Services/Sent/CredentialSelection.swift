// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// The credentials of visitors that a service receives and may set.
package struct CredentialSelection: Sendable, Hashable {
  /// Cookies that the service receives.
  package enum Cookies: Sendable, Hashable {
    case none
    case named([String])
    case all
  }

  package let authorization: Bool
  package let cookies: Cookies
  /// Further fields by which visitors prove who they are. Calls of plans get them; they are no secret from
  /// other services, and remain in requests that are passed on.
  package let fields: [FieldName]

  package static let none = CredentialSelection(authorization: false, cookies: .none)
  package static let all = CredentialSelection(authorization: true, cookies: .all)

  package init(authorization: Bool, cookies: Cookies, fields: [FieldName] = []) {
    self.authorization = authorization
    self.cookies = cookies
    self.fields = fields
  }

  /// The credentials that are in at least one of some selections.
  package static func joined(_ selections: [CredentialSelection]) -> CredentialSelection {
    var names: [String] = []
    for case .named(let more) in selections.map(\.cookies) { names += more }
    let cookies: Cookies =
      selections.contains { $0.cookies == .all }
      ? .all : names.isEmpty ? .none : .named(Set(names).sorted())
    return CredentialSelection(
      authorization: selections.contains(where: \.authorization),
      cookies: cookies,
      fields: selections.flatMap(\.fields)
    )
  }

  /// Takes away from a request's fields what the service may not see.
  package func restrict(_ fields: inout Fields) {
    if !authorization { fields.remove(FieldName(.authorization)) }
    switch cookies {
    case .all: break
    case .none: fields.remove(FieldName(.cookie))
    case .named(let names):
      let kept = fields.values(of: FieldName(.cookie))
        .flatMap { $0.split(separator: ";") }
        .map { $0.drop { $0 == " " } }
        .filter { pair in names.contains { CredentialSelection.name(of: pair) == $0 } }
      fields.remove(FieldName(.cookie))
      if !kept.isEmpty { fields.append(FieldName(.cookie), kept.joined(separator: "; ")) }
    }
  }

  /// Takes away from an answer's fields the cookies that the service may not set.
  package func restrictAnswer(_ fields: inout Fields) {
    let name = FieldName(.setCookie)
    switch cookies {
    case .all: break
    case .none: fields.remove(name)
    case .named(let names):
      let kept = fields.values(of: name)
        .filter { cookie in names.contains { CredentialSelection.name(of: cookie[...]) == $0 } }
      fields.remove(name)
      for cookie in kept { fields.append(name, cookie) }
    }
  }

  private static func name(of cookie: Substring) -> Substring {
    cookie.prefix { $0 != "=" && $0 != ";" && $0 != " " }
  }
}
