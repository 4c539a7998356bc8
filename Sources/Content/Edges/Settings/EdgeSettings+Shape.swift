// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import FileShapes

extension EdgeSettings {
  package static let shape = Shape.object(EdgeSettings(name: "")) {
    Member(
      "kind",
      \.kind,
      .choice,
      "The CDN or proxy that it is; decides which fields say how long answers are fresh, and their tags."
    )
    Member(
      "tagField",
      \.tagField,
      .text(.edgeField),
      "Response field in which it reads the tags of an answer; its kind's own, unless given.",
      examples: ["Cache-Tag"]
    )
    Member(
      "freshnessField",
      \.freshnessField,
      .text(.edgeField),
      "Response field that it reads in place of Cache-Control (RFC 9213); its kind's own, unless given.",
      examples: ["CDN-Cache-Control"]
    )
    Member(
      "peers",
      \.peers,
      Shape.text(.network).oneOrMore(),
      "Its addresses and networks; its fields are ignored in requests from elsewhere.",
      examples: [["10.0.0.0/8"]]
    )
    Member(
      "country",
      \.countryField,
      .text(.edgeField),
      "Request field with the visitor's country.",
      examples: ["CloudFront-Viewer-Country"]
    )
    Member(
      "device",
      \.deviceField,
      .text(.edgeField),
      "Request field with the visitor's device, in one of the site's words.",
      examples: ["X-Device"]
    )
    Member(
      "client",
      \.clientField,
      .text(.edgeField),
      "Request field with the client's address.",
      examples: ["True-Client-IP"]
    )
    Member(
      "purge",
      \.purge,
      PurgeSettings.shape,
      "How it is purged.",
      examples: [["address": ["http://10.0.0.1:6081"]]]
    )
    Member(
      "measure",
      \.measure,
      MeasureSettings.shape,
      "How it is measured at the public URL, and the worst case that is promised of it.",
      examples: [["url": "https://www.example.com", "paths": ["/config"], "staleSeconds": 5]]
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
    edge.checkTags(value, subject, &context)
  }
}
