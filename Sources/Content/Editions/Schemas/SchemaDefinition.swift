// SPDX-License-Identifier: Apache-2.0

/// What several places of a schema have in common, by its name under `$defs`.
enum SchemaDefinition: String, CaseIterable, Sendable {
  case lifetime
  case staleness
  case when
  case country
  case region
  case place
  case device
  case app
  case cohort
  case dimension
  case language
  case message
  case version
  case versions
  case instant
  case experiment
  case duration
  case call
  case pick
  case network
  case field
  case purgeRequest
  case tag
  case variant
  case body
  case patch
  case value
  case row
  case text
  case link
  case hole
  case list
  case match
  case number
  case percent
  case money
  case date
  case source
  case textArgument
  case pagedList
  case listKey
  case callBody
  case callValue
  case argument
  case embed
  case embedRow
  case anything
  case anythingOfRow
  case change
  case schema

  var node: SchemaNode {
    switch self {
    case .lifetime: .integer(Lifetimes.range)
    case .staleness: .integer(Lifetimes.staleRange)
    case .when: ConditionsSchema.when
    case .country: ConditionsSchema.country
    case .region: ConditionsSchema.region
    case .place: ConditionsSchema.place
    case .device: ConditionsSchema.device
    case .app: .string(like: SchemaPatterns.app, called: "an identifier such as com.example.shop")
    case .cohort: .string(like: SchemaPatterns.cohort, called: "an arm such as checkout/b")
    case .dimension: .one(of: PrecedenceReader.words)
    case .language:
      .string(like: SchemaPatterns.language, called: "a language such as en or zh-Hant")
    case .message: EmergencySchema.message
    case .version: .string(like: SchemaPatterns.version, called: "a version such as 2.3.1")
    case .versions: ConditionsSchema.versions
    case .instant: ConditionsSchema.instant
    case .experiment:
      .string(like: SchemaPatterns.experiment, called: NameRules.experiment)
    case .duration:
      .string(like: SchemaPatterns.duration, called: "1ms to 60s, such as 800ms or 2s")
    case .call: PlanSchema.call
    case .pick:
      .string(like: SchemaPatterns.pick, called: "a pick such as $.item.name or @.name")
    case .network:
      .string(like: SchemaPatterns.network, called: "an address or a network such as 10.0.0.0/8")
    case .field:
      .string(like: SchemaPatterns.field, called: "a field such as CloudFront-Viewer-Country")
    case .purgeRequest: EdgeSchema.request
    case .tag:
      .string(like: SchemaPatterns.tag, called: "visible characters of ASCII without a comma")
    case .variant: DocumentSchema.variant
    case .body: BodySchema.body
    case .patch: BodySchema.patch
    case .value: BodySchema.value
    case .row: BodySchema.row
    case .text: BodySchema.text
    case .link: BodySchema.link
    case .hole: TemplateSchema.hole
    case .list: TemplateSchema.list
    case .match: TemplateSchema.match
    case .number: FormatSchema.number
    case .percent: FormatSchema.percent
    case .money: FormatSchema.money
    case .date: FormatSchema.date
    case .source: FormatSchema.source
    case .textArgument: FormatSchema.argument
    case .pagedList: ListSchema.hole
    case .listKey: ListSchema.key
    case .callBody: CallBodySchema.body
    case .callValue: CallBodySchema.value
    case .argument: CallBodySchema.argument
    case .embed: EmbedSchema.embed
    case .embedRow: EmbedSchema.row
    case .anything: BodySchema.anything
    case .anythingOfRow: BodySchema.anythingOfRow
    case .change: BodySchema.change
    case .schema: DatatypeSchema.schema
    }
  }
}
