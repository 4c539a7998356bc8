// SPDX-License-Identifier: Apache-2.0

import ContentModel
import FileShapes

/// What `DocumentReader` reads.
enum DocumentSchema {
  static let root = SchemaNode.object(
    identity + bodies + lifetimes + choosing + PlanSchema.properties
  )
  .with("dependentRequired", PlanSchema.dependencies)
  // Without a body for everybody the variants are all there is, and have nothing to patch.
  .with("if", ["not": ["required": ["body"]]])
  .with(
    "then",
    [
      "required": ["variants"],
      "properties": [
        "variants": ["minItems": 1, "items": ["properties": ["patch": false]]]
      ],
    ]
  )
  .preceded(by: [
    SchemaMember("title", "A document of a Portico site"),
    SchemaMember(
      "description",
      "One thing that apps fetch: a file under Content, whose path is the document's."
    ),
  ])

  static let variant = SchemaNode.object([
    SchemaProperty(
      "id",
      "What the variant is called in explanations and by Content/emergency.json5.",
      .string,
      examples: ["holidays"]
    ),
    SchemaProperty(
      "when",
      "For whom the variant is.",
      SiteSettings().conditions.schema().with("minProperties", 1),
      isRequired: true,
      examples: [["country": "DE"]]
    ),
    SchemaProperty(
      "priority",
      "Decides between variants that name the same dimensions: the higher one wins.",
      .integer(DocumentReader.priorities),
      default: 0
    ),
    SchemaProperty("patch", "What is different from the document's body.", .reference(to: .patch)),
    SchemaProperty("body", "What the visitor gets in place of the body.", .reference(to: .body)),
  ])
  .with("oneOf", [["required": ["patch"]], ["required": ["body"]]])

  static let lifetimes = [
    SchemaProperty(
      "ttl",
      "For how many seconds an answer is good.",
      Lifetimes.seconds.schema(),
      examples: [300]
    ),
    SchemaProperty(
      "staleWhileRevalidate",
      "For how many seconds more it may be given while a new one is made.",
      Lifetimes.staleSeconds.schema(),
      examples: [60]
    ),
    SchemaProperty(
      "staleIfError",
      "For how many seconds more it may be given when none can be made.",
      Lifetimes.staleSeconds.schema(),
      examples: [86_400]
    ),
  ]

  static let precedence = SchemaProperty(
    "precedence",
    "Which dimension decides first between variants that fit; those not named come after.",
    Precedence.shape.schema(),
    examples: [["country", "device"]]
  )

  private static let identity = [
    SchemaProperty.editorMarker,
    SchemaProperty(
      "datatype",
      "What kind of thing it is; apps choose their screen by it.",
      .string,
      isRequired: true,
      examples: ["screen"]
    ),
    SchemaProperty("id", "What the thing is called beside its path.", .string),
  ]

  private static let bodies = [
    SchemaProperty("body", "What everybody gets for whom no variant is.", .reference(to: .body)),
    SchemaProperty(
      "variants",
      "Other bodies; their order never matters.",
      .array(of: .reference(to: .variant)).with("maxItems", .integer(RuleSet.maximumRules))
    ),
    SchemaProperty(
      "light",
      "The members of the body that the light view has; all, unless given.",
      .names(.string),
      examples: [["title", "price"]]
    ),
  ]

  private static let choosing = [
    SchemaProperty(
      "fallback",
      "For visitors in whose languages it is not: another language, or no document.",
      .one(of: ["default", "refuse"]),
      default: "default"
    ),
    precedence,
    SchemaProperty(
      "tags",
      "Names under which caches may be told to let go of it.",
      .names(.reference(to: .tag), atMost: DocumentReader.maximumTags),
      examples: [["products"]]
    ),
    SchemaProperty(
      "log",
      "The members of the body whose values operators find in the log.",
      .names(.string),
      examples: [["item"]]
    ),
  ]
}
