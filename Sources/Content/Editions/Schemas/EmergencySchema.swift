// SPDX-License-Identifier: Apache-2.0

import FileShapes

/// What `OverlayReader` reads.
enum EmergencySchema {
  static let root = SchemaNode.object([
    SchemaProperty.editorMarker,
    SchemaProperty("maintenance", "Closes the site.", maintenance),
    SchemaProperty(
      "hide",
      "Paths of documents that are not there; * stands for anything.",
      .names(.string),
      examples: [["legal/*"]]
    ),
    SchemaProperty(
      "force",
      "For the path of a document the id of the variant that everybody gets, or body.",
      .dictionary(of: .string),
      examples: [["screens/home": "body"]]
    ),
    SchemaProperty(
      "ttl",
      "The longest lifetime in seconds: for all documents, or by path, where * stands for anything.",
      ["anyOf": [.reference(to: .lifetime), .dictionary(of: .reference(to: .lifetime))]],
      examples: [10, ["products/*": 10]]
    ),
    SchemaProperty(
      "banner",
      "A text that the config URL carries.",
      .reference(to: .message),
      examples: ["We answer slowly today"]
    ),
  ])
  .preceded(by: [
    SchemaMember("title", "The emergencies of a Portico site"),
    SchemaMember(
      "description",
      "Content/emergency.json5: what holds over every edition as long as the file is there."
    ),
  ])

  static let message: SchemaNode = [
    "description": "A text for everybody, or one for each language.",
    "anyOf": [.string, .dictionary(of: .string, names: .reference(to: .language))],
  ]

  private static let maintenance = SchemaNode.object([
    SchemaProperty(
      "when",
      "For whom it is closed; for everybody, unless given.",
      .reference(to: .when),
      examples: [["country": "DE"]]
    ),
    SchemaProperty(
      "message",
      "What visitors read: one text, or one for each language.",
      .reference(to: .message),
      examples: [["en": "Back at noon", "fr": "De retour à midi"]]
    ),
    SchemaProperty(
      "retryAfter",
      "After how many seconds apps should ask again.",
      .integer(OverlayReader.retryRange),
      default: .integer(Maintenance().retryAfter)
    ),
  ])
  .with("minProperties", 1)
}
