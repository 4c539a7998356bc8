// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Gateway
import SchemaTesting
import Sites
import Testing

/// One of our readers and the schema that goes with it, to be held against each other.
struct KindOfFile {
  let schema: EditorSchema
  let validator: SchemaValidator
  private let site: SiteSettings

  /// Made once: the text of a schema takes longer than all that is held against it.
  private static let made = Dictionary(
    uniqueKeysWithValues: EditorSchema.allCases.map { schema in
      (schema, Result { try KindOfFile(making: schema) })
    }
  )

  init(_ schema: EditorSchema) throws { self = try #require(KindOfFile.made[schema]).get() }

  private init(making schema: EditorSchema) throws {
    self.schema = schema
    validator = try SchemaValidator(KindOfFile.value(schema.text(.complete), .json))
    var findings = Findings()
    site = SiteSettings(reading: try KindOfFile.value(FullFile.site), as: .complete, &findings)
  }

  static func value(_ text: String, _ format: DataFormat = .json5) throws -> DataValue {
    try DataValue(reading: Array(text.utf8).span, as: format)
  }

  /// All errors that the reader finds.
  func findings(in value: DataValue) -> [Finding] {
    var findings = Findings()
    switch schema {
    case .document:
      _ = DocumentReader(site).draft(value, file: "file", path: "file", &findings)
    case .site: _ = SiteSettings(reading: value, as: .complete, in: "file", &findings)
    case .emergency: _ = OverlayReader(site, file: "file").overlay(value, &findings)
    }
    return findings.all.filter { $0.severity == .error }
  }
}
