// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import Edges
import FileShapes
package import HTTPValues
package import Services

/// The records that a site keeps itself, and who may read and change them.
package struct ResourceSettings: Sendable, Hashable {
  /// The access level of a request: each level includes those before it.
  package enum Rights: String, Sendable, CaseIterable, Comparable {
    case nothing
    case read
    case write
    /// Change types.
    case administer

    private var level: Int? { Rights.allCases.firstIndex(of: self) }

    package static func < (first: Rights, second: Rights) -> Bool {
      guard let level = first.level, let other = second.level else { return false }
      return level < other
    }
  }

  /// The name by which plans call the records with the rights of plans.
  package static let backendName = "resources"
  /// The name by which plans call the records with the visitor's rights.
  package static let visitorBackendName = "visitor-resources"
  /// Most bytes of a request; one with many records is read line by line.
  private static let bodyBytes = 1_073_741_824
  /// Most bytes of an answer.
  private static let answerBytes = 67_108_864
  /// Longer than a client may wait for changes.
  private static let patience: Duration = .seconds(75)

  /// The path below which the records are; begins with a slash and does not end with one.
  package var at = ""
  package var place = FilePlace(SiteSettings.path)
  /// Seconds for which caches may keep an answer; a change purges it before.
  package var ttl = 60
  /// The access level of requests without a token.
  package var open = Rights.nothing
  /// The variable of the environment with the token of who may write.
  package var writeToken: String?
  /// The variable of the environment with the token of who may change types as well.
  package var administerToken: String?
  /// The address of the PostgreSQL database that keeps them; `nil` for a file in the state folder.
  package var store: String?
  /// The variable of the environment with the password of that database.
  package var storePassword: String?
  /// Its users; `nil` where there are none.
  package var people: PeopleDeclaration?
  /// The webhooks that are told of changes, in the order of their declaration.
  package var hooks: [HookDeclaration] = []
  /// The variable of the environment with the key that signs questions to webhooks before writes.
  package var beforeKey: String?
  /// The hosts of webhooks that may have addresses of this machine, its links or a cloud's metadata.
  package var localHooks: [String] = []
  package var limits = RecordLimits()

  package init() {}

  /// The services of the records, as plans call them: the second sees who asks, where there are users.
  package var backends: [BackendDeclaration] {
    let own = backend(ResourceSettings.backendName, .none)
    guard people != nil else { return [own] }
    return [own, backend(ResourceSettings.visitorBackendName, credentials)]
  }

  /// The field in which apps of DreamFactory send the token of their session.
  package static let sessionField: FieldName = "x-dreamfactory-session-token"
  /// The field with the key of an app.
  package static let appKeyField: FieldName = "x-app-key"
  /// The fields beside Authorization by which the records know who asks.
  package static let credentialFields = [sessionField, appKeyField]

  /// The name of the cookie that may have the token of a session.
  package static let sessionCookie = "__Host-session"

  /// The paths below that of the records that answer for a session: the first, and those that apps of
  /// DreamFactory know.
  package static let sessionPaths = [["session"], ["user", "session"], ["user", "register"]]
  /// The path below which apps of DreamFactory find types, as tables.
  package static let tablesName = "db"
  /// Paths below that of the records that stand for others, with these.
  static let otherPaths =
    sessionPaths.dropFirst().map { path in
      (path.map { "/\($0)" }.joined(), "/\(sessionPaths[0].joined())")
    } + [("/user/me", "/users/me"), ("/\(tablesName)", "")]

  /// The credentials of visitors that prove who they are.
  private var credentials: CredentialSelection {
    CredentialSelection(
      authorization: true,
      cookies: people?.sessionCookie == nil ? .none : .named([ResourceSettings.sessionCookie]),
      fields: ResourceSettings.credentialFields
    )
  }

  private func backend(_ name: String, _ credentials: CredentialSelection) -> BackendDeclaration {
    var backend = BackendDeclaration(name: name)
    backend.isLocal = true
    backend.timeout = .seconds(5)
    backend.maximumBytes = ResourceSettings.answerBytes
    backend.credentials = credentials
    return backend
  }

  /// The ways of requests to it: to what is below the path, and to the batch that stands at it.
  package var passes: [PassDeclaration] { [at, "\(at):batch"].map(way) }

  private func way(to prefix: String) -> PassDeclaration {
    var pass = PassDeclaration(prefix: prefix, at: place)
    pass.backend = ResourceSettings.backendName
    pass.caching = .standard
    pass.credentials = credentials
    pass.timeout = ResourceSettings.patience
    pass.bodyBytes = ResourceSettings.bodyBytes
    return pass
  }
}

extension ResourceSettings {
  static let shape = Shape.object(ResourceSettings()) {
    Member(
      "at",
      \.at,
      .text(.passedPath),
      isRequired: true,
      "Path below which the records are.",
      examples: ["/v1"]
    )
    Member(
      "ttl",
      \.ttl,
      .integer(0...DocumentLifetimes.range.upperBound),
      "Seconds for which caches may keep an answer; a change purges it before."
    )
    Member(
      "open",
      \.open,
      .choice,
      "Access of requests without a token: nothing, read, write, or administer, which changes types as well."
    )
    Member(
      "writeToken",
      \.writeToken,
      .text(.variable),
      "Name of the environment variable with the bearer token of who may write.",
      examples: ["RECORDS_TOKEN"]
    )
    Member(
      "administerToken",
      \.administerToken,
      .text(.variable),
      "Name of the environment variable with the bearer token of who may change types as well.",
      examples: ["RECORDS_ADMIN_TOKEN"]
    )
    Member(
      "store",
      \.store,
      .text(.database),
      "PostgreSQL database that keeps the records; an SQLite file in the state folder, unless given.",
      examples: ["postgresql://portico@db1,db2/shop?target_session_attrs=read-write"]
    )
    Member(
      "storePassword",
      \.storePassword,
      .text(.variable),
      "Name of the environment variable with the password of that database.",
      examples: ["RECORDS_DATABASE_PASSWORD"]
    )
    Member(
      "people",
      \.people,
      PeopleDeclaration.shape,
      "Users that sign up and in; none, unless given.",
      examples: [["signUp": true]]
    )
    Member(
      "hooks",
      \.hooks,
      HookDeclaration.hooks,
      "Webhooks that are told of changes of records.",
      examples: [
        ["orders": ["url": "https://hooks.example.com/orders", "key": "HOOK_KEY"]]
      ]
    )
    Member(
      "beforeKey",
      \.beforeKey,
      .text(.variable),
      "Name of the environment variable with the key that signs questions to webhooks before writes.",
      examples: ["BEFORE_KEY"]
    )
    Member(
      "localHooks",
      \.localHooks,
      Shape.text.list(atMost: 20),
      "Hosts of webhooks that may have addresses of this machine, its links or a cloud's metadata.",
      examples: [["127.0.0.1"]]
    )
    Member(
      "limits",
      \.limits,
      RecordLimits.shape,
      "The most that the records may take: of the disk for files, of connections, and of memory for a request.",
      examples: [["totalFileBytes": 100_000_000_000, "userFileBytes": 1_000_000_000]]
    )
  }
  .adjusted { settings, value, _, context in
    context.declare(
      context.names(of: .backend) + settings.backends.map(\.name),
      as: .backend
    )
    settings.place = context.place(of: value["at"] ?? value)
    settings.at = PassDeclaration.prefix(of: settings.at) ?? ""
    if settings.store == nil, let password = value["storePassword"] {
      context.badValue(password, "there is a \"storePassword\" without a \"store\"; expected both")
    }
    guard settings.at.isEmpty, value["at"] != nil else { return }
    context.badValue(
      value["at"] ?? value,
      "\"at\" is /, where documents are; expected a path such as /v1"
    )
  }
}

extension SiteSettings {
  /// The backends that plans call and requests are passed on to, with that of the site's own records.
  package var backends: [BackendDeclaration] {
    declaredBackends + (resources?.backends ?? [])
  }

  /// The paths that are passed through to backends, with that of the site's own records.
  package var passes: [PassDeclaration] {
    declaredPasses + (resources?.passes ?? [])
  }
}
