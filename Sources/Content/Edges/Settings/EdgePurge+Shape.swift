// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import Plans

extension EdgePurge {
  static let shape = Shape.object(EdgePurge()) {
    Member(
      "address",
      \.addresses,
      Shape.text(.edge).oneOrMore(),
      "Where purges are sent: every node of a cache; the CDN's own API, unless given.",
      examples: [["http://10.0.0.1:6081", "http://10.0.0.2:6081"]]
    )
    Member(
      "service",
      \.subjects["service"],
      .text(.identifier),
      "Fastly's service.",
      examples: ["SU1Z0isxPaozGVKXdv0eY"]
    )
    Member(
      "zone",
      \.subjects["zone"],
      .text(.identifier),
      "Cloudflare's zone.",
      examples: ["023e105f4ecef8ad9ca31a8372d0c353"]
    )
    Member(
      "distribution",
      \.subjects["distribution"],
      .text(.identifier),
      "CloudFront's distribution.",
      examples: ["EDFDVBD6EXAMPLE"]
    )
    Member(
      "network",
      \.network,
      .choice,
      "Akamai's network; production, unless given.",
      examples: ["staging"]
    )
    Member(
      "secret",
      \.secrets,
      secretParts,
      "Variable of the environment with the CDN's token, or one for each part of it.",
      examples: ["FASTLY_TOKEN", ["accessKey": "CDN_KEY", "secretKey": "CDN_SECRET"]]
    )
    Member(
      "probe",
      \.probe,
      .text(.edge),
      "Scheme, host and port of public URLs; purges are proved there.",
      examples: ["https://www.example.com"]
    )
    Member(
      "onPublish",
      \.isOnPublish,
      .flag,
      "Whether a publication or a change of the emergency file purges what it changes."
    )
    Member(
      "request",
      \.requests,
      scopedRequests,
      "Requests that are sent to an edge of kind plain, which has no purges of its own.",
      examples: [["tag": ["path": "/purge/{tag}"]]]
    )
  }

  private static let secretParts = Shape.text(.variable).dictionary(of: "the part")
    .converted(
      to: { entries in
        Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
      },
      from: { parts in
        parts.sorted { $0.key < $1.key }
          .map { Entry(key: $0.key, place: FilePlace(""), value: $0.value) }
      }
    )
    .orText(Shape.text(.variable).converted(to: { ["": $0] }, from: { $0[""] ?? "" }))

  private static let scopedRequests = Shape.object([Scope: EdgePurgeRequest]()) {
    for scope in Scope.allCases {
      Member(
        scope.rawValue,
        \.[scope],
        EdgePurgeRequest.shape,
        "Request that purges by \(scope.rawValue).",
        examples: [["path": .init(.string("/purge/{\(scope.hole)}"))]]
      )
    }
  }
  .with("minProperties", 1)
  .adjusted { requests, value, subject, context in
    guard case .dictionary(let dictionary) = value.content, dictionary.members.isEmpty else {
      return
    }
    context.findings.error(
      .missingKey,
      at: context.place(of: value),
      "\(subject) has none of \(Scope.allCases.map(\.rawValue).joined(separator: ", "))"
    )
  }

  /// The network of Akamai's that purges are for.
  package enum Network: String, Sendable, CaseIterable {
    case production, staging
  }

  fileprivate var network: Network? {
    get { subjects["network"].flatMap { Network(rawValue: $0) } }
    set { subjects["network"] = newValue?.rawValue }
  }
}

extension EdgePurge.Scope {
  /// A hole that names what is purged.
  fileprivate var hole: String { self == .all ? "host" : rawValue }
}

extension EdgePurgeRequest {
  static let shape = Shape.object(
    EdgePurgeRequest(path: EdgePurgeText.empty, body: EdgePurgeText.empty)
  ) {
    Member("method", \.method, Shape.text(.purgeMethod), "The method.", examples: ["PURGE"])
    Member(
      "path",
      \.path,
      EdgePurgeText.path,
      isRequired: true,
      "The path, with holes such as {tags}.",
      examples: ["/purge/{tag}"]
    )
    Member(
      "fields",
      \.fields,
      fields,
      "The fields, with holes; one that comes to nothing is not sent.",
      examples: [["Authorization": "Bearer {secret}"]]
    )
    Member(
      "body",
      \.body,
      EdgePurgeText.shape,
      "The body, with holes.",
      examples: ["{\"tags\":[{tagList}]}"]
    )
  }
  .named("purgeRequest")

  private static let fields = EdgePurgeText.shape.dictionary(of: "the field", keys: .fieldKey)
    .converted(
      to: { $0.map { Field(name: $0.key, value: $0.value) } },
      from: { fields in
        fields.map { Entry(key: $0.name, place: FilePlace(""), value: $0.value) }
      }
    )
}

extension EdgePurgeText {
  /// A text with holes.
  static let shape = Shape<EdgePurgeText>(
    schema: {
      .string(like: purgeText, called: "a text with holes such as {tags}")
    },
    read: { value, subject, context in
      guard let text = Shape<String>.text.read(value, subject, &context) else { return nil }
      do throws(UnknownHole) {
        return try EdgePurgeText(text)
      } catch {
        context.findings.error(
          .unknownName,
          at: context.place(of: value),
          "nothing is called \"{\(error.name)}\" in a request that purges",
          suggestion: Suggestion.nearest(to: error.name, among: Hole.plain.keys.sorted())
        )
        return nil
      }
    },
    write: { DataValue(.string($0.text)) }
  )

  /// Names between braces are those of holes.
  private static let purgeText = "^\(noOtherHole)"
  /// The same, which begins with a slash.
  private static let purgePath = #"^\#(noOtherHole)(?:/|\{path\}|\{prefix\})"#
  private static let noOtherHole =
    #"(?![\s\S]*\{(?!(?:\#(Hole.plain.keys.sorted().joined(separator: "|"))|"#
    + #"secret\.[A-Za-z.]+)\})[A-Za-z.]+\})"#

  /// A text that begins with a slash, or with a hole that brings its own.
  static let path =
    shape
    .schema(.string(like: purgePath, called: "a path with holes such as {tags}"))
    .checked { path, value, subject, context in
      switch path.parts.first {
      case .text(let start) where start.hasPrefix("/"): return true
      case .hole(.path), .hole(.prefix): return true
      default:
        context.badValue(value, "\(subject) does not begin with a slash, {path} or {prefix}")
        return false
      }
    }
}
