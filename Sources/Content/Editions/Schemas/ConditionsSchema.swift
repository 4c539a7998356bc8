// SPDX-License-Identifier: Apache-2.0

import ContentModel
import FileShapes

/// What `ConditionsReader` reads.
enum ConditionsSchema {
  static let when = SchemaNode.object([
    SchemaProperty(
      "country",
      "Countries by their two letters of ISO 3166, or regions of the site.",
      .names(.reference(to: .place), atLeast: 1),
      examples: ["DE", ["DE", "AT"]]
    ),
    SchemaProperty(
      "device",
      "The kinds of devices.",
      .names(.reference(to: .device), atLeast: 1),
      examples: ["phone", ["tv", "desktop"]]
    ),
    SchemaProperty(
      "app",
      "A range of versions of the app; 2.3 stands for all of 2.3.x.",
      .reference(to: .versions),
      examples: [">=2.3 <4", "2.3", "2.1 - 2.9", "<2 || >=4"]
    ),
    SchemaProperty(
      "build",
      "A build of the app, or a range of builds.",
      [
        "anyOf": [
          .count,
          .string(
            like: SchemaPatterns.builds,
            called: "a range of builds such as \(BuildRange.example)"
          ).with("maxLength", .integer(VersionRange.maximumBytes)),
        ]
      ],
      examples: [412, ">=400"]
    ),
    SchemaProperty(
      "appName",
      "Apps of the site.",
      .names(.reference(to: .app), atLeast: 1),
      examples: ["com.example.shop"]
    ),
    SchemaProperty(
      "cohort",
      "Arms of experiments of the site, as experiment/arm; an experiment alone means all its arms.",
      .names(.reference(to: .cohort), atLeast: 1),
      examples: ["checkout/b", "checkout"]
    ),
    SchemaProperty(
      "from",
      "The first instant, with its zone.",
      .reference(to: .instant),
      examples: [.text(UnixTime.example)]
    ),
    SchemaProperty(
      "until",
      "The first instant that is too late, with its zone.",
      .reference(to: .instant),
      examples: ["2026-12-27T00:00+01:00"]
    ),
  ])
  .preceded(by: [
    SchemaMember("description", "What must hold; what is not named lets everybody pass.")
  ])

  static let country: SchemaNode = [
    "type": "string",
    "anyOf": [
      .one(of: (Countries.all.map { "\($0)" } + ["UK"]).sorted()),
      ["pattern": .text(SchemaPatterns.unusualCountry)],
    ],
    "patternErrorMessage": .text("expected \(TextForm.country.expected)"),
  ]

  static let region = SchemaNode.string(
    like: SchemaPatterns.region,
    called: "a country such as DE or a region: \(NameRules.region)"
  )

  static let place: SchemaNode = [
    "anyOf": [.reference(to: .country), .reference(to: .region)]
  ]

  static let device = SchemaNode.one(of: DeviceClass.allCases.map(\.rawValue))

  static let versions = SchemaNode.string(
    like: SchemaPatterns.versions,
    called: "a range of versions such as \(VersionRange.example)"
  )
  .with("maxLength", .integer(VersionRange.maximumBytes))

  static let instant = SchemaNode.string(
    like: SchemaPatterns.instant,
    called: "an instant with its zone such as \(UnixTime.example)"
  )
}
