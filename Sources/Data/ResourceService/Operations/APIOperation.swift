// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel

/// An operation of the service, as its description says it: an address, what is sent, what is answered.
struct APIOperation: Sendable {
  let method: Method
  /// The path of the address, with parameters in braces.
  let path: String
  /// The name that programs give their function for it.
  let name: String
  /// The heading under which it stands.
  let group: String
  let summary: String
  var detail = ""
  var parameters: [APIParameter] = []
  /// The bodies that it takes by their media types.
  var bodies: [APIBody] = []
  var needsBody = true
  var answers: [APIAnswer] = []
  /// The problems that it answers besides, by their statuses.
  var problems: [Int] = []
  /// Whether writes that failed together are answered with a result for each.
  var answersResults = false
  /// Whether the operation needs a token.
  var needsToken = false
  private let subject: APISubject

  init(
    _ method: Method,
    _ path: String,
    _ name: String,
    in group: String,
    _ summary: String,
    of subject: APISubject
  ) {
    self.method = method
    self.path = path
    self.name = name
    self.group = group
    self.summary = summary
    self.subject = subject
  }

  /// The operation object of OpenAPI.
  var json: DataValue {
    var members: [(String, DataValue)] = [
      ("operationId", .text(name)), ("tags", [.text(group)]), ("summary", .text(summary)),
    ]
    if !detail.isEmpty { members.append(("description", .text(detail))) }
    if !parameters.isEmpty {
      members.append(("parameters", .list(parameters.map { $0.json(subject) })))
    }
    if !bodies.isEmpty {
      members.append(
        (
          "requestBody",
          [
            "required": .bool(needsBody),
            "content": .members(bodies.map { ($0.mediaType, $0.json) }),
          ]
        )
      )
    }
    let suffix = answersResults ? ".results" : ""
    let isWrite = method != .get && method != .query
    let refusals = Set(problems + [401, 403] + (isWrite ? [507] : [])).sorted().map { status in
      (
        "\(status)",
        DataValue.members([("$ref", .text("#/components/responses/\(status)\(suffix)"))])
      )
    }
    members.append(
      (
        "responses",
        .members(
          answers.map { ("\($0.status)", $0.json) } + refusals
            + [("default", ["$ref": "#/components/responses/default"])]
        )
      )
    )
    let credentials: [DataValue] = [["token": []]] + (subject.takesCookie ? [["cookie": []]] : [])
    members.append(("security", .list((needsToken ? [] : [[:]]) + credentials)))
    return .members(members)
  }
}

/// A body that an operation takes.
struct APIBody: Sendable {
  let mediaType: String
  let schema: DataValue
  var example: DataValue?

  /// Lines of JSON, which are read as they arrive.
  static let lines = APIBody(APISchemas.text, as: RecordFormat.lines.mediaType)

  init(
    _ schema: DataValue,
    as mediaType: String = "application/json",
    example: DataValue? = nil
  ) {
    self.mediaType = mediaType
    self.schema = schema
    self.example = example
  }

  var json: DataValue {
    .members([("schema", schema)] + (example.map { [("example", $0)] } ?? []))
  }
}

/// An answer of an operation that did what it was asked for.
struct APIAnswer: Sendable {
  let status: Int
  let detail: String
  var contents: [(mediaType: String, schema: DataValue)] = []
  /// The names of fields, which the description has among its components.
  var fields: [String] = []
  /// The operations that go on from it, each with its parameters.
  var links: [(name: String, operation: String, parameters: DataValue)] = []

  /// - Parameter schema: that of the body as JSON; `nil` for an answer without one.
  init(_ status: Int, _ detail: String, _ schema: DataValue? = nil, fields: [String] = []) {
    self.status = status
    self.detail = detail
    self.fields = fields
    if let schema { contents = [("application/json", schema)] }
  }

  /// A part of a list of records.
  static func page(of subject: APISubject) -> APIAnswer {
    let schema = APISchemas.slice(of: APISchemas.reference(subject.target?.name ?? ""))
    return APIAnswer(200, "A part of the list.", schema, fields: ["ETag"])
  }

  /// A result for each of several writes.
  static func results(_ detail: String, orLines: Bool = false) -> APIAnswer {
    var answer = APIAnswer(200, detail, APISchemas.reference("Results"))
    if orLines { answer.contents.append((RecordFormat.lines.mediaType, APISchemas.text)) }
    return answer
  }

  var json: DataValue {
    var members: [(String, DataValue)] = [("description", .text(detail))]
    if !fields.isEmpty {
      let list = fields.map { name in
        (name, DataValue.members([("$ref", .text("#/components/headers/\(name)"))]))
      }
      members.append(("headers", .members(list)))
    }
    if !contents.isEmpty {
      let list = contents.map { ($0.mediaType, DataValue.members([("schema", $0.schema)])) }
      members.append(("content", .members(list)))
    }
    if !links.isEmpty {
      let list = links.map { link in
        (
          link.name,
          DataValue.members([
            ("operationId", .text(link.operation)), ("parameters", link.parameters),
          ])
        )
      }
      members.append(("links", .members(list)))
    }
    return .members(members)
  }
}
