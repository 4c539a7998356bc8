// SPDX-License-Identifier: Apache-2.0

/// What `EdgeReader` and `EdgePurgeReader` read.
enum EdgeSchema {
  static let edge = SchemaNode.object([
    SchemaProperty(
      "kind",
      "Which cache it is, so that it is told of freshness and tags in its own words.",
      .one(of: EdgeKind.allCases.map(\.rawValue)),
      default: .text(EdgeSettings(name: "").kind.rawValue)
    ),
    SchemaProperty(
      "tagField",
      "The field in which it is told the tags of an answer; its kind's own, unless given.",
      .reference(to: .field),
      examples: ["Cache-Tag"]
    ),
    SchemaProperty(
      "peers",
      "Its addresses and networks; only these are believed.",
      .names(.reference(to: .network)),
      examples: [["10.0.0.0/8"]]
    ),
    SchemaProperty(
      "country",
      "The field that says the visitor's country.",
      .reference(to: .field),
      examples: ["CloudFront-Viewer-Country"]
    ),
    SchemaProperty(
      "device",
      "The field that says the device in one word, as this site calls it.",
      .reference(to: .field),
      examples: ["X-Device"]
    ),
    SchemaProperty(
      "client",
      "The field that says the address of the client.",
      .reference(to: .field),
      default: .text(EdgeSettings(name: "").clientField),
      examples: ["True-Client-IP"]
    ),
    SchemaProperty("purge", "How it is told to let go of answers.", purge),
  ])
  .with("anyOf", .list([needs("peers"), needs("purge")]))

  private static func needs(_ key: String) -> SchemaNode { ["required": .list([.text(key)])] }

  private static let purge = SchemaNode.object([
    SchemaProperty(
      "address",
      "Where purges are sent: every node of a cache; the CDN's own API, unless given.",
      .names(address),
      examples: [["http://10.0.0.1:6081", "http://10.0.0.2:6081"]]
    ),
    SchemaProperty("service", "The service of Fastly.", identifier),
    SchemaProperty("zone", "The zone of Cloudflare.", identifier),
    SchemaProperty("distribution", "The distribution of CloudFront.", identifier),
    SchemaProperty(
      "network",
      "The network of Akamai.",
      .one(of: EdgeKind.akamaiNetworks),
      default: "production"
    ),
    SchemaProperty(
      "secret",
      "The variable of the environment with the CDN's token, or one for each part of it.",
      ["anyOf": [variable, .dictionary(of: variable)]],
      examples: ["FASTLY_TOKEN", ["accessKey": "CDN_KEY", "secretKey": "CDN_SECRET"]]
    ),
    SchemaProperty(
      "probe",
      "What stands before public paths; purges are proved there.",
      address,
      examples: ["https://www.example.com"]
    ),
    SchemaProperty(
      "onPublish",
      "Whether it is told by itself of what a new edition or the emergency file changes.",
      .boolean,
      default: true
    ),
    SchemaProperty(
      "request",
      "What is sent, where no preset says it.",
      SchemaNode.object(
        EdgePurge.Scope.allCases.map {
          SchemaProperty(
            $0.rawValue,
            "What is sent to purge by \($0.rawValue).",
            .reference(to: .purgeRequest)
          )
        }
      )
      .with("minProperties", 1)
    ),
  ])

  static let request = SchemaNode.object([
    SchemaProperty(
      "method",
      "The method.",
      .string(like: SchemaPatterns.passedMethod, called: "a method such as PURGE"),
      default: "POST"
    ),
    SchemaProperty(
      "path",
      "The path, with holes such as {tags}.",
      .string(like: SchemaPatterns.purgePath, called: "a path with holes such as {tags}"),
      isRequired: true,
      examples: ["/purge/{tag}"]
    ),
    SchemaProperty(
      "fields",
      "The fields, with holes; one that comes to nothing is not sent.",
      .dictionary(
        of: text,
        names: .string(like: SchemaPatterns.token, called: "the name of a field")
      ),
      examples: [["Authorization": "Bearer {secret}"]]
    ),
    SchemaProperty("body", "The body, with holes.", text, examples: ["{\"tags\":[{tagList}]}"]),
  ])

  private static let address = SchemaNode.string(
    like: SchemaPatterns.address,
    called: "an address such as http://10.0.0.1:6081 or https://www.example.com"
  )

  private static let identifier = SchemaNode.string(
    like: "^[A-Za-z0-9._-]{1,\(EdgePurgeReader.maximumNameBytes)}$",
    called: "letters, digits, dots, dashes and underscores"
  )

  private static let variable = SchemaNode.string(
    like: "^[A-Za-z_][A-Za-z0-9_]{0,\(EdgePurgeReader.maximumNameBytes - 1)}$",
    called: "the name of a variable of the environment, such as CDN_TOKEN"
  )

  private static let text = SchemaNode.string(
    like: SchemaPatterns.purgeText,
    called: "a text with holes such as {tags}"
  )
}
