// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// What `AppReader` reads.
enum AppSchema {
  static let app = SchemaNode.object([
    SchemaProperty(
      "versions",
      "The versions that are out there; every screen is checked against them.",
      .names(.reference(to: .version)),
      examples: [["1.0", "2.3.1"]]
    ),
    SchemaProperty("update", "Which versions must or should be replaced.", update),
  ])

  private static let update = SchemaNode.object([
    SchemaProperty(
      "minimum",
      "Older versions cannot go on.",
      .reference(to: .version),
      examples: ["1.2"]
    ),
    SchemaProperty(
      "recommended",
      "Older versions are told that there is a newer one.",
      .reference(to: .version),
      examples: ["2.0"]
    ),
    SchemaProperty(
      "blockedBuilds",
      "Builds that cannot go on whatever their version is.",
      .array(of: .count),
      examples: [[205]]
    ),
    SchemaProperty(
      "latest",
      "The newest version in the store.",
      .reference(to: .version),
      examples: ["2.3.1"]
    ),
    SchemaProperty(
      "storeURL",
      "Where the newest version is.",
      ["type": "string", "format": "uri", "minLength": 1],
      isRequired: true,
      examples: ["https://apps.example.com/shop"]
    ),
    SchemaProperty(
      "message",
      "The name of a text of Locales that says why.",
      .string,
      examples: ["update.message"]
    ),
    SchemaProperty(
      "from",
      "When the store has the newest version; nobody is told before.",
      .reference(to: .instant),
      examples: [.text(UnixTime.example)]
    ),
  ])
}
