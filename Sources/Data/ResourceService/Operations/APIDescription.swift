// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel

/// The OpenAPI document of the service, made of its types, and the source of the page `/_docs`.
struct APIDescription: Sendable {
  let operations: [APIOperation]
  private let types: TypeSet
  private let hasCookie: Bool

  /// The addresses of the description itself, behind the mount.
  static let documentName = "_openapi.json"
  static let pageName = "_docs"

  init(of context: RecordContext) {
    let subject = APISubject(context)
    types = subject.types
    hasCookie = subject.takesCookie
    let onRecords = Operation.all.filter { $0.isOnRecords }
    let others = (Operation.all + UserOperations.me).filter { operation in
      !operation.isOnRecords && operation.isThere(context, [])
    }
    operations =
      types.types.flatMap { type in
        onRecords.flatMap { $0.described(of: APISubject(context, type)) }
      } + others.flatMap { $0.described(of: subject) }
  }

  private var securitySchemes: [(String, DataValue)] {
    let token: (String, DataValue) = ("token", ["type": "http", "scheme": "bearer"])
    let cookie: DataValue = ["type": "apiKey", "in": "cookie", "name": .text(SessionCookie.name)]
    return hasCookie ? [token, ("cookie", cookie)] : [token]
  }

  /// The OpenAPI 3.1 document.
  var json: DataValue {
    var paths: [(path: String, operations: [(String, DataValue)])] = []
    for operation in operations {
      let entry = (operation.method.name.lowercased(), operation.json)
      if let place = paths.firstIndex(where: { $0.path == operation.path }) {
        paths[place].operations.append(entry)
      } else {
        paths.append((operation.path, [entry]))
      }
    }
    var groups: [String] = []
    for operation in operations where !groups.contains(operation.group) {
      groups.append(operation.group)
    }
    return .members([
      ("openapi", "3.1.0"),
      (
        "info",
        [
          "title": "Records", "version": .text(version),
          "description": .text(
            "The records of this service, by their types. Instants are those of RFC 3339, errors "
              + "Problem Details of RFC 9457. Lists can be asked for with the method QUERY as well."
          ),
        ]
      ),
      ("servers", [["url": "/"]]), ("tags", .list(groups.map { ["name": .text($0)] })),
      ("paths", .members(paths.map { ($0.path, .members($0.operations)) })),
      ("components", components),
    ])
  }

  /// The sum of the classes of all types, which grows with each that declares a new one.
  private var version: String {
    "\(types.types.reduce(0) { $0.addingReportingOverflow($1.classVersion).partialValue })"
  }

  private var components: DataValue {
    let own = types.types.flatMap { type in
      [
        (type.name, type.jsonSchema(of: .answer)),
        ("\(type.name).new", type.jsonSchema(of: .creation)),
        ("\(type.name).replacement", type.jsonSchema(of: .replacement)),
        ("\(type.name).change", type.jsonSchema(of: .change)),
      ]
    }
    let problems = APIDescription.problems.flatMap { status, detail, code in
      [("", []), (".results", [APIDescription.results])].map { suffix, others in
        (status + suffix, APIDescription.response(status, detail, code: code, or: others))
      }
    }
    return .members([
      ("schemas", .members(own + APISchemas.all)), ("responses", .members(problems)),
      (
        "headers",
        .members(
          APIDescription.fields.map { name, detail in
            (name, ["description": .text(detail), "schema": ["type": "string"]])
          }
        )
      ),
      ("securitySchemes", .members(securitySchemes)),
    ])
  }

  /// The fields of answers that programs read.
  private static let fields: [(String, String)] = [
    ("ETag", "The version of the record, for If-Match and If-None-Match."),
    ("Location", "The address of the record that was created."),
  ]

  /// The problems by their statuses, each with a code that it may have.
  private static let problems: [(status: String, detail: String, code: String)] = [
    ("400", "The request cannot be read.", "bad-parameter"),
    ("401", "Nobody may do this without a token.", "rights"),
    ("403", "The token may not do this, or the type does not allow it.", "rights"),
    ("404", "There is no such record or type.", "not-found"),
    ("409", "It contradicts another record, or what is kept.", "id-taken"),
    (
      "410", "The token is older than the changes that are kept, or than other rights or types.",
      "past-horizon"
    ),
    ("412", "The record has another version.", "version"),
    ("413", "There is too much in one request.", "too-many"),
    ("415", "The body has another media type.", "media-type"),
    ("429", "There were too many attempts, or too many streams are open.", "too-many-attempts"),
    ("422", "The values do not fit the type.", "invalid"),
    ("503", "Too many wait at once, or a webhook gives no answer.", "hook-away"),
    ("507", "There is no room on the disk, or in a quota.", "full"),
    ("default", "The request could not be answered.", "internal"),
  ]

  /// The body with a result for each of several writes.
  private static let results: (String, DataValue) = (
    "application/json", ["schema": APISchemas.reference("Results")]
  )

  /// - Parameter others: further bodies by their media types.
  private static func response(
    _ status: String,
    _ detail: String,
    code: String,
    or others: [(String, DataValue)]
  ) -> DataValue {
    var members: [(String, DataValue)] = [("type", "about:blank")]
    let number = Int(status) ?? 500
    members.append(("title", .text(Status(number).map { $0.reason.description })))
    members += [
      ("status", .integer(Int64(number))), ("detail", .text(detail)), ("code", .text(code)),
    ]
    let problem: DataValue = [
      "schema": APISchemas.reference("Problem"), "example": .members(members),
    ]
    return [
      "description": .text(detail),
      "content": .members([("application/problem+json", problem)] + others),
    ]
  }
}
