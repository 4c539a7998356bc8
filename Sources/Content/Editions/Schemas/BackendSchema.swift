// SPDX-License-Identifier: Apache-2.0

import Plans

/// What `BackendReader` reads.
enum BackendSchema {
  /// An address alone, or with its weight.
  private static let address: SchemaNode = ["anyOf": [place, weighted]]

  private static let place = SchemaNode.string(
    like: SchemaPatterns.address,
    called: "an address such as http://127.0.0.1:9000 or https://prices.example.com"
  )

  private static let weighted = SchemaNode.object([
    SchemaProperty("address", "The address.", place, isRequired: true),
    SchemaProperty(
      "weight",
      "Its share of the calls beside the weights of the other addresses; 0 gets none.",
      .integer(BackendDeclaration.Address.weights),
      default: .integer(BackendDeclaration.Address.usualWeight)
    ),
  ])

  static let backend = SchemaNode.object([
    SchemaProperty(
      "addresses",
      "Where the service answers.",
      ["anyOf": [address, .array(of: address)]],
      isRequired: true,
      examples: [
        "https://prices.example.com", ["http://10.0.0.1:9000", "http://10.0.0.2:9000"],
        [
          "http://10.0.0.1:9000",
          .members([
            SchemaMember("address", "http://10.0.0.9:9000"), SchemaMember("weight", 5),
          ]),
        ],
      ]
    ),
    SchemaProperty(
      "timeout",
      "How long a call may take.",
      .reference(to: .duration),
      examples: ["500ms"]
    ),
    SchemaProperty(
      "maximumBytes",
      "How large an answer may be, as it comes and unpacked.",
      .integer(BackendReader.answerBytes),
      default: .integer(BackendDeclaration(name: "").maximumBytes)
    ),
    SchemaProperty(
      "health",
      "A path that a healthy service answers with success; nobody asks, unless given.",
      .string,
      examples: ["/health"]
    ),
    SchemaProperty(
      "retries",
      "How often a call that failed is made again at most, where that is safe.",
      .integer(BackendDeclaration.mostRetries),
      default: .integer(BackendDeclaration.usualRetries)
    ),
    SchemaProperty(
      "hedge",
      "Of a hundred calls so many may be made a second time because the first one is late.",
      .integer(BackendDeclaration.hedges),
      default: 0
    ),
    SchemaProperty(
      "concurrency",
      "So many calls of one loop are under way at once at most.",
      .integer(BackendDeclaration.concurrencies),
      default: .integer(BackendDeclaration.usualConcurrency)
    ),
    SchemaProperty(
      "credentials",
      "Whether it may see Cookie and Authorization of visitors.",
      .boolean,
      default: false
    ),
    SchemaProperty(
      "mirror",
      "A second service that a share of the calls of plans goes to as well, to be compared.",
      PassSchema.mirror
    ),
  ])
}
