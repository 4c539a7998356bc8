// SPDX-License-Identifier: Apache-2.0

import Plans

/// What `PassReader` reads.
enum PassSchema {
  static let passes = SchemaNode.dictionary(
    of: pass,
    names: .string(like: SchemaPatterns.passedPath, called: "a path such as /account")
  )

  private static let pass = SchemaNode.object(way + keeping)

  private static let way = [
    SchemaProperty(
      "backend",
      "The name of the service.",
      .string,
      isRequired: true,
      examples: ["accounts"]
    ),
    SchemaProperty(
      "strip",
      "Whether the service is asked for what follows the path and not for the whole.",
      .boolean,
      default: false
    ),
    SchemaProperty(
      "methods",
      "What may be asked, HEAD with GET; everything, unless given.",
      .names(.string(like: SchemaPatterns.passedMethod, called: "a method such as GET")),
      examples: [["GET", "POST"]]
    ),
    SchemaProperty(
      "timeout",
      "How long the service may take to begin its answer; the backend's own, unless given.",
      .reference(to: .duration),
      examples: ["5s"]
    ),
    SchemaProperty(
      "bodyBytes",
      "How much the body of a request may have.",
      .integer(PassDeclaration.bodyRange),
      default: .integer(PassDeclaration.standardBodyBytes)
    ),
    SchemaProperty(
      "mirror",
      "A second service that a share of the reads goes to as well, to be compared.",
      mirror
    ),
    SchemaProperty(
      "staysOpen",
      "Whether it is passed on while the site is closed for maintenance.",
      .boolean,
      default: false
    ),
  ]

  /// What `MirrorReader` reads.
  static let mirror = SchemaNode.object([
    SchemaProperty(
      "backend",
      "The name of the second service; its answers are compared and thrown away.",
      .string,
      isRequired: true,
      examples: ["catalog-next"]
    ),
    SchemaProperty(
      "share",
      "How many of a hundred reads are sent to it as well.",
      .number(MirrorDeclaration.shares),
      isRequired: true,
      examples: [5]
    ),
  ])

  private static let keeping = [
    SchemaProperty(
      "cache",
      "What is kept of the answers: nothing, or what RFC 9111 lets a shared cache keep.",
      .one(of: PassDeclaration.Caching.allCases.map(\.rawValue)),
      default: .text(PassDeclaration.Caching.none.rawValue)
    ),
    SchemaProperty(
      "targets",
      "The fields that are obeyed in place of Cache-Control, the first that is there.",
      .names(.string(like: SchemaPatterns.token, called: "the name of a field")),
      examples: [["cdn-cache-control"]]
    ),
    SchemaProperty(
      "heuristic",
      "Whether an answer that does not say how long it is good for is kept for a share of its age.",
      .boolean,
      default: false
    ),
    SchemaProperty(
      "cookies",
      "What is done with answers that set a cookie, where answers are kept.",
      .one(of: PassDeclaration.Cookies.allCases.map(\.rawValue)),
      default: .text(PassDeclaration.Cookies.refused.rawValue)
    ),
  ]
}
