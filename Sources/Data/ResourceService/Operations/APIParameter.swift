// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters
import ResourceModel

/// A parameter of operations.
struct APIParameter: Sendable {
  enum Place: String {
    case path
    case query
    case header
  }

  let name: String
  let place: Place
  let detail: String
  var isRequired: Bool
  var example: DataValue?
  /// Whether the OpenAPI description of an operation has the parameter.
  private(set) var isShown: @Sendable (APISubject) -> Bool = { _ in true }
  private let schema: @Sendable (APISubject) -> DataValue

  init(
    _ name: String,
    in place: Place = .query,
    _ schema: DataValue,
    _ detail: String,
    isRequired: Bool = false,
    example: DataValue? = nil
  ) {
    self.init(name, in: place, detail, isRequired: isRequired, example: example) { _ in schema }
  }

  /// - Parameter schema: returns the schema, which depends on the types.
  init(
    _ name: String,
    in place: Place = .query,
    _ detail: String,
    isRequired: Bool = false,
    example: DataValue? = nil,
    schema: @escaping @Sendable (APISubject) -> DataValue
  ) {
    self.name = name
    self.place = place
    self.detail = detail
    self.isRequired = isRequired || place == .path
    self.example = example
    self.schema = schema
  }

  static func path(_ name: String, _ detail: String, example: DataValue? = nil) -> APIParameter {
    APIParameter(name, in: .path, APISchemas.text, detail, example: example)
  }

  static func flag(_ name: String, _ detail: String) -> APIParameter {
    APIParameter(name, ["type": "boolean", "default": false], detail)
  }

  func json(_ subject: APISubject) -> DataValue {
    var members: [(String, DataValue)] = [
      ("name", .text(name)), ("in", .text(place.rawValue)), ("description", .text(detail)),
    ]
    if isRequired { members.append(("required", true)) }
    let schema = schema(subject)
    // Values of a list stand behind each other with commas.
    if schema["type"] == "array" { members += [("style", "form"), ("explode", false)] }
    members.append(("schema", schema))
    if let example { members.append(("example", example)) }
    return .members(members)
  }
}

extension APIParameter {
  static let id = APIParameter("id", in: .path, "The id of the record.") { subject in
    subject.type?.idSchema ?? APISchemas.text
  }

  static let userID = APIParameter.path("id", "The id of the user.")

  static let ifMatch = APIParameter(
    "If-Match",
    in: .header,
    [
      "type": "string",
      "pattern":
        "^(\\*|\"[0-9]{1,18}(-[0-9]{1,9})?(\\.[0-9]{1,18})?(\\.(b?plist|ndjson))?\")$",
    ],
    "The entity tag of the version that the client knows, or several; with another one nothing is changed. "
      + "With * there has to be a record."
  )

  static let ifNoneMatch = APIParameter(
    "If-None-Match",
    in: .header,
    APISchemas.text,
    "The entity tag of what the client has."
  )

  static let idempotencyKey = APIParameter(
    "Idempotency-Key",
    in: .header,
    ["type": "string", "minLength": 1, "maxLength": 255],
    "A word of the client's; a write with the same one is done once."
  )

  static let zone = APIParameter("zone", APISchemas.text, "The zone in which changes are counted.")

  static let atomic = APIParameter.flag("atomic", "Whether all are written, or none.")

  static let count = APIParameter(
    "count",
    ["enum": .texts(ResourceQuery.Count.allCases.map(\.rawValue)), "default": "bounded"],
    "The way in which matching records are counted."
  )

  static let records = APIParameter("ids", "The records.") { subject in
    ["type": "array", "items": subject.type?.idSchema ?? APISchemas.text, "minItems": 1]
  }

  /// The filter of records that are written.
  static func selection(isRequired: Bool) -> APIParameter {
    APIParameter(
      "filter",
      ["type": "string", "format": "filter", "minLength": 1],
      "A filter such as price < 40; with Prefer: max-affected=5 it finds at most 5 records.",
      isRequired: isRequired,
      example: "_version > 0"
    )
  }

  static let upsert = APIParameter.flag(
    "upsert",
    "Whether a record is created if the filter finds none."
  )

  /// The parameters that choose what is shown of a record.
  static let reading: [APIParameter] = {
    var include = APIParameter(
      "include",
      "The references whose records are answered as well, each once; also those of such records, as in "
        + "shop.owner."
    ) { $0.inclusions }
    include.isShown = { $0.target?.references.isEmpty == false }
    return [
      APIParameter(
        "fields",
        APISchemas.list(of: APISchemas.text),
        "The names of the attributes that are shown; all of them, unless given."
      ),
      APIParameter("view", ["enum": ["light", "heavy"]], "Whether heavy attributes are shown."),
      include,
    ]
  }()

  /// Those that choose the figures of records.
  static let aggregation: [APIParameter] = {
    func names(
      _ name: String,
      _ detail: String,
      atMost most: Int,
      _ isFit: @escaping @Sendable (Attribute.Kind) -> Bool
    ) -> APIParameter {
      @Sendable func fit(_ subject: APISubject) -> [String] {
        (subject.target?.attributes ?? []).filter { isFit($0.kind) }.map(\.name)
      }
      let of = "The attributes \(detail)."
      var parameter = APIParameter(name, of) { APISchemas.names(fit($0), atMost: most) }
      parameter.isShown = { !fit($0).isEmpty }
      return parameter
    }
    let by = names("by", "by whose values records are grouped", atMost: AggregateQuery.mostKeys) {
      $0.isScalar
    }
    let figures = AggregateQuery.Function.allCases.map { function in
      let detail = "whose \(function.words) of each group is answered"
      return names(function.rawValue, detail, atMost: AggregateQuery.mostFigures) {
        function.applies(to: $0)
      }
    }
    let limit = APISchemas.limit(usually: AggregateQuery.usualLimit)
    return [by] + figures + listing.filter { $0.name == "filter" } + [
      APIParameter("limit", limit, "The most groups of the answer.")
    ]
  }()

  /// Those of a list.
  static let listing: [APIParameter] =
    reading + [
      APIParameter(
        "filter",
        ["type": "string", "format": "filter"],
        "A filter such as price < 40 AND NOT archived = true, and of related records shop.name = Here.",
        example: "_version > 0"
      ),
      APIParameter(
        "order",
        "The attributes to sort by; with a minus before it, the greatest value comes first."
      ) { APISchemas.names($0.orders) },
      APIParameter(
        "limit",
        APISchemas.limit(usually: ResourceQuery.usualLimit),
        "The most records of the answer, never more than \(ResourceQuery.mostLimit); large ones are fewer."
      ),
      APIParameter(
        "page",
        ["type": "string", "format": "page-token"],
        "\"next\" of the part before it, with the same filter and order."
      ),
      APIParameter("ids", "The ids of the records that the list has, as far as they are there.") {
        [
          "type": "array", "minItems": 1, "maxItems": 1_000,
          "items": $0.target?.idSchema ?? APISchemas.text,
        ]
      },
      count, zone,
    ]
}

extension APISubject {
  /// The paths of references that `include` may have.
  fileprivate var inclusions: DataValue {
    var paths: [String] = []
    var last = target.map { [("", $0)] } ?? []
    for _ in 0..<Relations.mostSteps {
      last = last.flatMap { path, type in
        type.references.compactMap { reference in
          reference.target.flatMap { types[$0] }.map { ("\(path).\(reference.name)", $0) }
        }
      }
      paths += last.map { String($0.0.dropFirst()) }
      if paths.count > 100 { return APISchemas.list(of: APISchemas.text) }
    }
    return APISchemas.names(paths)
  }

  fileprivate var orders: [String] {
    guard let target else { return [] }
    return (target.attributes.filter(\.kind.isScalar).map(\.name) + ResourceOrder.systemNames)
      .flatMap { [$0, "-\($0)"] }
  }

  /// The body of a query.
  var conditions: DataValue {
    let fields = type?.filterSchema.fields ?? []
    let condition: DataValue = ["anyOf": .list(fields.flatMap(Self.conditions))]
    return APISchemas.closed([
      ("where", ["type": "array", "maxItems": 100, "items": condition]),
      ("filter", ["type": "string", "format": "filter"]),
      (
        "order",
        [
          "type": "array", "maxItems": .integer(Int64(ResourceOrder.mostKeys)),
          "items": ["enum": .texts(orders)],
        ]
      ),
      ("limit", APISchemas.limit(usually: ResourceQuery.usualLimit)),
      ("page", ["type": "string", "format": "page-token"]),
    ])
  }

  /// The conditions on one field: comparisons with a value, `IN` a list of them, and `EXISTS`.
  private static func conditions(on field: FilterField) -> [DataValue] {
    let value: DataValue =
      switch field.type {
      case .boolean: ["type": "boolean"]
      case .integer: ["type": "integer", "minimum": .integer(.min), "maximum": .integer(.max)]
      case .number: ["type": "number"]
      case .instant: ["type": "string", "format": "date-time"]
      case .text, .duration: APISchemas.text
      }
    let names = ResourceQuery.qualifierNames(of: field.type)
    let key: (String, DataValue) = ("key", ["const": .text(field.name)])
    return [
      APISchemas.object(
        [key, ("qualifier", ["enum": .texts(names), "default": "EQUALS"]), ("value", value)],
        required: ["key", "value"]
      ),
      APISchemas.object(
        [
          key, ("qualifier", ["const": "IN"]),
          ("value", ["type": "array", "minItems": 1, "items": value]),
        ],
        required: ["key", "qualifier", "value"]
      ),
      APISchemas.object(
        [key, ("qualifier", ["const": "EXISTS"]), ("value", ["type": "boolean"])],
        required: ["key", "qualifier"]
      ),
    ]
  }
}
