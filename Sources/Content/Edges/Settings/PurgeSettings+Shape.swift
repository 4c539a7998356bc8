// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import Services

extension PurgeSettings {
  static let shape = Shape.object(PurgeSettings()) {
    Member(
      "address",
      \.addresses,
      Shape.text(.edge).oneOrMore(),
      "Where purges are sent: every node of a cache; the CDN's own API, unless given.",
      examples: [["http://10.0.0.1:6081", "http://10.0.0.2:6081"]]
    )
    EdgeKind.allCases.compactMap { $0.adapter.purgeKeys.subject?.member }
    Member(
      "secret",
      \.secrets,
      secretParts,
      "Name of the environment variable with the CDN's token, or one for each part of it.",
      examples: ["FASTLY_TOKEN", ["accessKey": "CDN_KEY", "secretKey": "CDN_SECRET"]]
    )
    Member(
      "probe",
      \.probe,
      .text(.edge),
      "Scheme, host and port of public URLs, which are asked for to prove that a purge is done.",
      examples: ["https://www.example.com"]
    )
    Member(
      "rate",
      \.rate,
      .integer(1...60_000),
      "Requests a minute that the edge accepts; Cloudflare's free plan, unless given, and no limit for other kinds.",
      examples: [300]
    )
    Member(
      "burst",
      \.burst,
      .integer(1...10_000),
      "Requests that it accepts at once after a pause, for an edge with a rate.",
      examples: [25]
    )
    Member(
      "onPublish",
      \.isOnPublish,
      .flag,
      "Whether a publication or a change of the emergency file purges what it changes."
    )
    Member(
      "request",
      \.templates,
      templatesShape,
      "Requests that purge an edge of kind plain.",
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
          .map { Entry(written: $0.key, $0.value) }
      }
    )
    .orText(Shape.text(.variable).converted(to: { ["": $0] }, from: { $0[""] ?? "" }))

  private static let templatesShape = Shape.object([Purge.Target.Kind: PurgeTemplate]()) {
    for kind in Purge.Target.Kind.allCases {
      Member(
        kind.rawValue,
        \.[kind],
        PurgeTemplate.shape,
        "Request that purges by \(kind.rawValue).",
        examples: [["path": .init(.string("/purge/{\(kind.placeholder)}"))]]
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
      "\(subject) has none of \(Purge.Target.Kind.allCases.map(\.rawValue).joined(separator: ", "))"
    )
  }
}

extension Purge.Target.Kind {
  /// A placeholder for an example of a request.
  fileprivate var placeholder: String { self == .all ? "host" : rawValue }
}
