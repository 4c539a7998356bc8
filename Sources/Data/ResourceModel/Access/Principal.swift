// SPDX-License-Identifier: Apache-2.0

package import Filters

/// The sender of a request, authenticated or not: user, session, app, roles and groups.
package struct Principal: Sendable, Hashable {
  /// The id of the user; `nil` without a sign-in.
  package var user: ResourceID?
  /// The id of the session, by which the log's events are found.
  package var session: String?
  /// The id of the device that the session belongs to.
  package var device: String?
  /// The name of the app that the request comes from.
  package var app: String?
  /// The roles that were given to the user.
  package var roles: Set<String> = []
  /// The ids of the groups and organizations that the user belongs to.
  package var groups: [String] = []

  /// Whether the user is locked out, so that its sessions are refused.
  package var isLocked = false

  package init(_ user: ResourceID? = nil) { self.user = user }

  /// The role that everybody has.
  package static let anyone = "anyone"
  /// The role of every signed-in user.
  package static let member = "member"

  package func has(_ role: String) -> Bool {
    switch role {
    case Principal.anyone: true
    case Principal.member: user != nil
    default: user != nil && roles.contains(role)
    }
  }

  /// The ids in grants that apply to the principal: the user's and the groups'.
  package var grantees: [String] { user.map { [$0.text] + groups } ?? [] }
}

extension Principal {
  /// The parameters of row rules, such as `@me.uuid`, with the principal's values.
  package static let parameters = [
    FilterParameter("@me.uuid", .text), FilterParameter("@me.device", .text),
    FilterParameter("@me.session", .text), FilterParameter("@me.app", .text),
    FilterParameter("@me.roles", .text), FilterParameter("@me.groups", .text),
  ]

  /// The values of a parameter; empty if the principal has none.
  package func values(of parameter: FilterParameter) -> [FilterValue] {
    let texts: [String]
    switch parameter.name {
    case "@me.uuid": texts = [user?.text].compactMap(\.self)
    case "@me.device": texts = [device].compactMap(\.self)
    case "@me.session": texts = [session].compactMap(\.self)
    case "@me.app": texts = [app].compactMap(\.self)
    case "@me.roles": texts = roles.sorted()
    case "@me.groups": texts = groups.sorted()
    default: texts = []
    }
    return texts.map { .text($0) }
  }
}
