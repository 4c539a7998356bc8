// SPDX-License-Identifier: Apache-2.0

import ContentModel
import FileShapes
import Plans

/// What `PlanReader` reads.
enum PlanSchema {
  static let properties = [
    SchemaProperty(
      "calls",
      "The calls whose answers fill the body, by the names that picks use.",
      .dictionary(
        of: .reference(to: .call),
        names: .string(
          like: SchemaPatterns.call,
          called: "letters, digits and underscores, and neither "
            + PlanReader.reservedNames.joined(separator: " nor ")
        )
      )
      .with("maxProperties", .integer(PlanReader.maximumCalls)),
      examples: [["item": ["backend": "shop", "path": "/items/{id}"]]]
    ),
    SchemaProperty(
      "query",
      "The parameters of the query that make a difference; all others are not seen.",
      .dictionary(of: parameter, names: ["not": ["const": .text(FlowSeal.parameter)]])
        .with("maxProperties", .integer(PlanReader.maximumParameters)),
      examples: [["page": ["minimum": 1, "maximum": 100, "digits": 0, "default": "1"]]]
    ),
    SchemaProperty(
      "flow",
      "What links to the document carry along a flow, by the names that picks use.",
      .dictionary(
        of: flowName,
        names: .string(
          like: SchemaPatterns.flowName,
          called: "1 to \(FlowLimits.maximumNameBytes) letters, digits and underscores"
        )
      )
      .with("maxProperties", .integer(FlowLimits.maximumNames)),
      examples: [["cart": [:], "note": ["default": "", "maximumBytes": 80]]]
    ),
    SchemaProperty("visitor", "What the calls tell apart of visitors.", visitor),
    SchemaProperty(
      "list",
      "What requests may ask of the list that the document is.",
      ListSchema.list
    ),
    SchemaProperty(
      "budget",
      "How long all calls together may take.",
      Duration.shape.schema(),
      default: .text("\(Plan().budget.components.seconds)s"),
      examples: ["800ms"]
    ),
  ]

  /// Nothing else makes sense of the others.
  static let dependencies: SchemaNode = [
    "query": ["calls"], "visitor": ["calls"], "budget": ["calls"],
    "list": ["calls"],
  ]

  static let call = SchemaNode.object(request + answer)
    .with("dependentRequired", ["items": ["key"], "key": ["items"]])
    .with("if", CallBodySchema.isPost)
    .with("then", CallBodySchema.post)
    .with("else", CallBodySchema.notPost)

  private static let request = [
    SchemaProperty(
      "backend",
      "The service, by its name among the site's backends.",
      .string,
      isRequired: true,
      examples: ["shop"]
    ),
    SchemaProperty(
      "path",
      "What it is asked for: a URI template of RFC 6570.",
      .string(like: "^/", called: "a path that begins with a slash"),
      isRequired: true,
      examples: ["/items/{id}{?language}"]
    ),
    SchemaProperty(
      "with",
      "What variables of the path and the body stand for: a value or a pick.",
      .dictionary(of: ["type": ["string", "integer"]]),
      examples: [["id": "$.route.id"]]
    ),
    SchemaProperty(
      "timeout",
      "How long the call may take; as long as its backend may, unless given.",
      Duration.shape.schema(),
      examples: ["500ms"]
    ),
    SchemaProperty(
      "method",
      "How it is asked; with QUERY and POST a body says for what.",
      .one(of: PlanReader.methods.map(\.name)),
      default: "GET"
    ),
    SchemaProperty(
      "safe",
      "Whether a POST changes nothing, which a plan needs.",
      .boolean,
      default: false
    ),
    SchemaProperty(
      "body",
      "What is sent, filled by picks.",
      .reference(to: .callBody),
      examples: [["ids": [TemplateKeys.argument: "ids"]]]
    ),
    SchemaProperty("batch", "Asks for many values at once.", batch),
  ]

  private static let answer = [
    SchemaProperty(
      "optional",
      "Whether members that need the answer are left out when it does not come.",
      .boolean,
      default: false
    ),
    SchemaProperty(
      "otherwise",
      "What stands in for an answer that does not come.",
      .anything,
      examples: [["items": []]]
    ),
    SchemaProperty(
      "keepsLast",
      "Whether the last good answer stands in before anything else does.",
      .boolean,
      default: false
    ),
    SchemaProperty("freshness", "For how long an answer is good.", freshness),
    SchemaProperty(
      "tags",
      "Names under which caches may be told to let go of the answer.",
      .names(.string),
      examples: [["prices"]]
    ),
    SchemaProperty(
      "items",
      "Where the items of the answer are, for a match: a JSONPath.",
      .string(like: #"^\$"#, called: "a JSONPath such as $.items[*]"),
      examples: ["$.items[*]"]
    ),
    SchemaProperty(
      "key",
      "What tells the items apart, for a match: a JSONPath within an item.",
      .string(like: "^@", called: "a path such as @.id"),
      examples: ["@.id"]
    ),
  ]

  private static let batch = SchemaNode.object([
    SchemaProperty(
      "variable",
      "The variable of the path or the body that takes the list.",
      .string,
      isRequired: true,
      examples: ["ids"]
    ),
    SchemaProperty(
      "size",
      "How many values one call takes.",
      .integer(PlanReader.batchSizes),
      default: .integer(PlanReader.standardBatch)
    ),
  ])

  private static let freshness = SchemaNode.object([
    seconds("ttl", "Seconds where the service does not say.", \.standard),
    seconds("minimum", "A service that says fewer seconds is not believed.", \.minimum),
    seconds("maximum", "A service that says more seconds is not believed.", \.maximum),
    seconds(
      "staleWhileRevalidate",
      "For how many seconds more it may be given while it is fetched again.",
      \.staleWhileRevalidate
    ),
    seconds(
      "staleIfError",
      "For how many seconds more the last good one may stand in.",
      \.staleIfError
    ),
    seconds(
      "absent",
      "For how many seconds a service is not asked again that answers with 404 or 410.",
      \.absent,
      in: PlanReader.absentRange
    ),
  ])

  private static let parameter = SchemaNode.object([
    SchemaProperty("default", "What holds where a request does not say.", .string),
    SchemaProperty(
      "values",
      "The only values that are accepted.",
      .names(.string),
      examples: [["price", "name"]]
    ),
    SchemaProperty(
      "minimum",
      "The least number that is accepted.",
      .number,
      default: .integer(NumberRange.standardBounds.lowerBound),
      examples: [1, .integer(-90)]
    ),
    SchemaProperty(
      "maximum",
      "The greatest number that is accepted.",
      .number,
      default: .integer(NumberRange.standardBounds.upperBound),
      examples: [100, 90]
    ),
    SchemaProperty(
      "digits",
      "How many digits behind its point a number is rounded to, before services are asked.",
      .integer(NumberRange.digitCounts),
      default: .integer(NumberRange.standardDigits),
      examples: [0]
    ),
    SchemaProperty(
      "maximumBytes",
      "How long a text may be.",
      .integer(PlanReader.parameterBytes),
      default: .integer(PlanReader.standardBytes)
    ),
  ])
  .with("if", ["required": ["values"]])
  .with(
    "then",
    ["properties": ["minimum": false, "maximum": false, "digits": false, "maximumBytes": false]]
  )
  .with(
    "else",
    [
      "if": [
        "anyOf": [
          ["required": ["minimum"]], ["required": ["maximum"]], ["required": ["digits"]],
        ]
      ],
      "then": ["properties": ["maximumBytes": false]],
    ]
  )

  private static let flowName = SchemaNode.object([
    SchemaProperty(
      "default",
      "What holds where no link says; without it every way into the flow must say it.",
      .string
    ),
    SchemaProperty(
      "maximumBytes",
      "How long the value may be.",
      .integer(FlowLimits.valueBytes),
      default: .integer(FlowLimits.standardBytes)
    ),
  ])

  private static let visitor = SchemaNode.object([
    SchemaProperty(
      "country",
      "The countries and regions that make a difference; all others count as the first.",
      .names(SiteSettings().place.schema()),
      examples: [["US", "dach"]]
    ),
    SchemaProperty(
      "device",
      "The devices that make a difference; all others count as the first.",
      .names(DeviceClass.shape.schema(), atLeast: 1),
      examples: [["phone", "tv"]]
    ),
  ])

  private static func seconds(
    _ name: String,
    _ description: String,
    _ standard: KeyPath<FragmentFreshness, Int>,
    in range: ClosedRange<Int> = PlanReader.freshnessRange
  ) -> SchemaProperty {
    SchemaProperty(
      name,
      description,
      .integer(range),
      default: .integer(FragmentFreshness()[keyPath: standard])
    )
  }
}
