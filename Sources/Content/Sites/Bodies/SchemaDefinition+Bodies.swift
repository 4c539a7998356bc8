// SPDX-License-Identifier: Apache-2.0

import FileShapes

/// The definitions that several places of the schemas share.
extension SchemaDefinition {
  static let pick = SchemaDefinition("pick") {
    .string(like: SchemaPatterns.pick, called: "a pick such as $.item.name or @.name")
  }
  static let body = SchemaDefinition("body") { BodySchema.body }
  static let patch = SchemaDefinition("patch") { BodySchema.patch }
  static let value = SchemaDefinition("value") { BodySchema.value }
  static let row = SchemaDefinition("row") { BodySchema.row }
  static let text = SchemaDefinition("text") { BodySchema.text }
  static let link = SchemaDefinition("link") { BodySchema.link }
  static let hole = SchemaDefinition("hole") { TemplateSchema.hole }
  static let list = SchemaDefinition("list") { TemplateSchema.list }
  static let match = SchemaDefinition("match") { TemplateSchema.match }
  static let number = SchemaDefinition("number") { FormatSchema.number }
  static let percent = SchemaDefinition("percent") { FormatSchema.percent }
  static let money = SchemaDefinition("money") { FormatSchema.money }
  static let date = SchemaDefinition("date") { FormatSchema.date }
  static let source = SchemaDefinition("source") { FormatSchema.source }
  static let textArgument = SchemaDefinition("textArgument") { FormatSchema.argument }
  static let pagedList = SchemaDefinition("pagedList") { TemplateSchema.pagedList }
  static let callBody = SchemaDefinition("callBody") { CallBodySchema.body }
  static let callValue = SchemaDefinition("callValue") { CallBodySchema.value }
  static let argument = SchemaDefinition("argument") { CallBodySchema.argument }
  static let embed = SchemaDefinition("embed") { EmbedSchema.embed }
  static let embedRow = SchemaDefinition("embedRow") { EmbedSchema.row }
  static let anything = SchemaDefinition("anything") { BodySchema.anything }
  static let anythingOfRow = SchemaDefinition("anythingOfRow") { BodySchema.anythingOfRow }
  static let change = SchemaDefinition("change") { BodySchema.change }
}
