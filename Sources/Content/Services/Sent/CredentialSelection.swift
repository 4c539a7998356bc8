// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
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

extension CredentialSelection {
  /// One of the names in a site's file.
  fileprivate enum Name {
    case authorization
    case cookies
    case cookie(String)
  }

  /// All or nothing, or a list of names.
  static let shape = Shape<CredentialSelection>(
    schema: { ["anyOf": [flag.schema(), names.schema()]] },
    read: { value, subject, context in
      if case .bool(let isAll) = value.content { return isAll ? .all : CredentialSelection.none }
      return names.read(value, subject, &context).map { CredentialSelection($0) }
    },
    write: { selection in
      switch selection {
      case .none: flag.write(false)
      case .all: flag.write(true)
      default: names.write(selection.names)
      }
    }
  )

  private static let flag = Shape<Bool>.flag
  private static let names = Shape.text(.credential).oneOrMore(atLeast: 1, atMost: 32)

  private init(_ names: [Name]) {
    var authorization = false
    var cookies = Cookies.none
    for name in names {
      switch (name, cookies) {
      case (.authorization, _): authorization = true
      case (.cookies, _): cookies = .all
      case (.cookie, .all): break
      case (.cookie(let name), .named(let others)): cookies = .named(others + [name])
      case (.cookie(let name), .none): cookies = .named([name])
      }
    }
    self.init(authorization: authorization, cookies: cookies)
  }

  private var names: [Name] {
    var names: [Name] = authorization ? [.authorization] : []
    switch cookies {
    case .none: break
    case .named(let named): names += named.map { .cookie($0) }
    case .all: names.append(.cookies)
    }
    return names
  }
}

extension TextForm where Value == CredentialSelection.Name {
  fileprivate static let credential = TextForm(
    nil,
    expected: "authorization, cookie, or cookie: before the name of one, such as cookie:session",
    pattern: "^(authorization|cookie(:[!#$%&'*+.^_`|~0-9A-Za-z-]+)?)$",
    parse: { text in
      switch text {
      case "authorization": return .authorization
      case "cookie": return .cookies
      default:
        guard text.hasPrefix("cookie:") else { return nil }
        let name = text.dropFirst("cookie:".count)
        return name.utf8Span.span.isToken ? .cookie(String(name)) : nil
      }
    },
    print: { name in
      switch name {
      case .authorization: "authorization"
      case .cookies: "cookie"
      case .cookie(let name): "cookie:\(name)"
      }
    }
  )
}
