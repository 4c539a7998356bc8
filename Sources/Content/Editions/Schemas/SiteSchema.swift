// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// What `SiteReader` reads.
enum SiteSchema {
  static let root = SchemaNode.object(marked + visitors + content + addresses)
    .preceded(by: [
      SchemaMember("title", "The settings of a Portico site"),
      SchemaMember(
        "description",
        "Content/site.json5: what holds for all documents of the site."
      ),
    ])

  private static let marked = [
    EditorSchema.marker,
    SchemaProperty(
      "name",
      "What the site is called beside others; as its folder is, unless given.",
      .string(like: SchemaPatterns.site, called: NameRules.site),
      examples: ["shop"]
    ),
    SchemaProperty(
      "hosts",
      "The hosts that the site answers for; those of no other site, unless given.",
      .names(
        .string(
          like: SchemaPatterns.host,
          called: "a host such as shop.example.com, *.example.com or localhost:8081"
        ),
        atLeast: 1,
        atMost: HostReader.maximumHosts
      ),
      examples: [["shop.example.com", "*.flowers.example", "localhost:8081"]]
    ),
  ]

  private static let visitors = [
    SchemaProperty(
      "languages",
      "The languages that the site is published in.",
      languages,
      isRequired: true
    ),
    SchemaProperty(
      "regions",
      "Names for sets of countries.",
      .dictionary(
        of: .names(.reference(to: .country), atLeast: 1),
        names: .reference(to: .region)
      ),
      examples: [["dach": ["DE", "AT", "CH"]]]
    ),
    SchemaProperty(
      "apps",
      "The apps that the site serves, by their identifiers.",
      .dictionary(of: AppSchema.app, names: .reference(to: .app)),
      examples: [["com.example.shop": ["versions": ["1.0", "2.0"]]]]
    ),
    SchemaProperty(
      "experiments",
      "The experiments that run, by their names.",
      .dictionary(of: experiment, names: .reference(to: .experiment))
        .with("maxProperties", .integer(Dimension.maximumExperiments)),
      examples: [["checkout": ["share": 50, "arms": ["a": 1, "b": 1]]]]
    ),
  ]

  private static let content = [
    SchemaProperty(
      "datatypes",
      "What documents and rows can be; where any are listed, another one is an error.",
      .dictionary(of: datatype),
      examples: [["screen": [:], "stars": ["app": ">=2"]]]
    ),
    SchemaProperty(
      "defaults",
      "The lifetimes of documents that say none.",
      .object(DocumentSchema.lifetimes)
    ),
    DocumentSchema.precedence,
    SchemaProperty(
      "budgets",
      "What the site may grow to before its editors are told to stop.",
      budgets
    ),
  ]

  private static let addresses = [
    SchemaProperty(
      "config",
      "The path of the document behind the one URL that apps ship with.",
      .string,
      default: .text(SiteSettings().config)
    ),
    SchemaProperty(
      "roots",
      "Paths of documents that apps know by other ways than links; * stands for anything.",
      .names(.string),
      examples: [["widgets/*"]]
    ),
    SchemaProperty(
      "texts",
      "What is known of texts beside what they say.",
      .object([
        SchemaProperty(
          "unused",
          "Names of texts that no document uses and that apps ask for otherwise; * stands for anything.",
          .names(.string),
          examples: [["app.*"]]
        )
      ])
    ),
    SchemaProperty(
      "baseURL",
      "What stands before the paths of links.",
      ["type": "string", "format": "uri-reference"],
      examples: ["https://content.example.com"]
    ),
    SchemaProperty(
      "edges",
      "The CDNs and proxies that stand in front, by names of your choice, and what they are believed.",
      .dictionary(of: EdgeSchema.edge),
      examples: [["cdn": ["peers": ["10.0.0.0/8"], "country": "CloudFront-Viewer-Country"]]]
    ),
    SchemaProperty(
      "backends",
      "The services whose answers fill documents, by the names that their calls use.",
      .dictionary(of: BackendSchema.backend),
      examples: [["prices": ["addresses": ["https://prices.example.com"], "timeout": "500ms"]]]
    ),
    SchemaProperty(
      "passes",
      "The paths that are passed through to services, with everything below them.",
      PassSchema.passes,
      examples: [["/account": ["backend": "accounts", "methods": ["GET", "PATCH"]]]]
    ),
  ]

  private static let languages = SchemaNode.object([
    SchemaProperty(
      "published",
      "The languages in the order in which they are offered.",
      .names(.reference(to: .language), atLeast: 1),
      isRequired: true,
      examples: [["en", "fr", "zh-Hant"]]
    ),
    SchemaProperty(
      "source",
      "The language in which texts are written first; the first one published, unless given.",
      .reference(to: .language),
      examples: ["en"]
    ),
    SchemaProperty(
      "default",
      "What visitors get in whose languages there is nothing; nothing, unless given.",
      .reference(to: .language),
      examples: ["en"]
    ),
    SchemaProperty(
      "steps",
      "For a language the ones that its readers may be given in its place; null for none.",
      .dictionary(
        of: ["anyOf": [["type": "null"], .names(.reference(to: .language))]],
        names: .reference(to: .language)
      ),
      examples: [["ca": ["es"]]]
    ),
  ])

  private static let datatype = SchemaNode.object([
    SchemaProperty(
      "app",
      "The versions of apps that can draw it; all, unless given.",
      .reference(to: .versions),
      examples: [">=2"]
    ),
    SchemaProperty("schema", "What its bodies must look like.", .reference(to: .schema)),
  ])

  private static let experiment = SchemaNode.object([
    SchemaProperty(
      "salt",
      "Another salt deals all installations anew; the experiment's name, unless given.",
      .string,
      examples: ["2026-11"]
    ),
    SchemaProperty(
      "share",
      "The percentage of installations that take part.",
      .number(ExperimentReader.shares),
      default: .integer(Int(ExperimentReader.shares.upperBound))
    ),
    SchemaProperty(
      "arms",
      "The weight of each arm.",
      .dictionary(
        of: .integer(0...ExperimentReader.maximumWeight),
        names: .reference(to: .experiment)
      )
      .with("minProperties", 1).with("maxProperties", .integer(ExperimentReader.maximumArms)),
      isRequired: true,
      examples: [["a": 1, "b": 1]]
    ),
  ])

  private static let budgets = SchemaNode.object([
    SchemaProperty(
      "audiences",
      "The audiences that one path is answered for.",
      .integer(Budgets.audiencesRange),
      default: .integer(Budgets().audiences)
    ),
    SchemaProperty(
      "variants",
      "The variants of one document.",
      .integer(Budgets.variantsRange),
      default: .integer(Budgets().variants)
    ),
    SchemaProperty(
      "documentBytes",
      "The bytes of one document's file.",
      .integer(Budgets.documentBytesRange),
      default: .integer(Budgets().documentBytes)
    ),
  ])
}
