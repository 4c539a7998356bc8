// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues

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
