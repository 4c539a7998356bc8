// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import FileShapes

extension EdgeSettings {
  package static let shape = Shape.object(EdgeSettings(name: "")) {
    Member(
      "kind",
      \.kind,
      .choice,
      "The cache that it is; decides the fields in which it is told of freshness and tags."
    )
    Member(
      "tagField",
      \.tagField,
      .text(.edgeField),
      "Field in which it is told the tags of an answer; its kind's own, unless given.",
      examples: ["Cache-Tag"]
    )
    Member(
      "freshnessField",
      \.freshnessField,
      .text(.edgeField),
      "Field that it reads in place of Cache-Control (RFC 9213); its kind's own, unless given.",
      examples: ["CDN-Cache-Control"]
    )
    Member(
      "peers",
      \.peers,
      Shape.text(.network).oneOrMore(),
      "Its addresses and networks; only requests from these are believed.",
      examples: [["10.0.0.0/8"]]
    )
    Member(
      "country",
      \.countryField,
      .text(.edgeField),
      "Field that tells the visitor's country.",
      examples: ["CloudFront-Viewer-Country"]
    )
    Member(
      "device",
      \.deviceField,
      .text(.edgeField),
      "Field that tells the visitor's device, in one of the words that this site uses.",
      examples: ["X-Device"]
    )
    Member(
      "client",
      \.clientField,
      .text(.edgeField),
      "Field that tells the client's address.",
      examples: ["True-Client-IP"]
    )
    Member(
      "purge",
      \.purge,
      PurgeSettings.shape,
      "How it is told to let go of answers.",
      examples: [["address": ["http://10.0.0.1:6081"]]]
    )
  }
  .with("anyOf", [["required": ["peers"]], ["required": ["purge"]]])
  .adjusted { edge, value, subject, context in
    if value["purge"] == nil, value["peers"] == nil {
      context.findings.error(
        .missingKey,
        at: context.place(of: value),
        "\(subject) has no \"peers\", which it needs without a \"purge\""
      )
    }
    if let field = value["freshnessField"], !edge.kind.adapter.readsTargetedFields {
      context.findings.error(
        .unknownKey,
        at: context.place(of: field),
        "\(subject), of kind \(edge.kind.rawValue), has no use for \"freshnessField\": it reads no "
          + "such field; expected kind \(EdgeKind.readingTargetedFields)"
      )
    }
    edge.completePurge(value, subject, &context)
  }
}
