// SPDX-License-Identifier: Apache-2.0

import ContentModel
import FileShapes
import Plans

/// What `BodyScanner` reads of a document that stands in another.
enum EmbedSchema {
  static let embed = SchemaNode.object(properties)

  static let row = SchemaNode.object(
    properties + [
      SchemaProperty(
        BodyKeys.device,
        "The kinds of devices that get the row.",
        .names(DeviceClass.shape.schema(), atLeast: 1)
      ),
      SchemaProperty(BodyKeys.when, "For whom the row is.", SiteSettings().conditions.schema()),
    ]
  )

  private static let properties = [
    SchemaProperty(
      TemplateKeys.embed,
      "The path of the document whose body stands here.",
      ["type": "string", "minLength": 1],
      isRequired: true,
      examples: ["items/{id}"]
    ),
    SchemaProperty(
      TemplateKeys.with,
      "What the braces in the path stand for: a text, or a pick.",
      ["type": "object", "additionalProperties": ["type": "string"]],
      examples: [["id": "0101"]]
    ),
    SchemaProperty(
      TemplateKeys.view,
      "How much of it is wanted.",
      .one(of: TemplateKeys.views),
      default: "heavy"
    ),
    SchemaProperty(
      TemplateKeys.otherwise,
      "What stands there if it cannot be had; the member is left out, unless given.",
      .reference(to: .value)
    ),
  ]
}
