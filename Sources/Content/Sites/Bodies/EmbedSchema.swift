// SPDX-License-Identifier: Apache-2.0

import ContentModel
import FileShapes
import Plans

/// The schema of a document that stands in another.
enum EmbedSchema {
  static let embed = SchemaNode.object(properties)

  static let row = SchemaNode.object(
    properties + [
      SchemaProperty(
        BodyKeys.device,
        "Kinds of devices that get the row.",
        .names(DeviceClass.shape.schema(), atLeast: 1)
      ),
      SchemaProperty(
        BodyKeys.when,
        "Visitors who get the row.",
        SiteSettings().conditions.schema()
      ),
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
      "Values of the names in braces in the path: texts or picks.",
      ["type": "object", "additionalProperties": ["type": "string"]],
      examples: [["id": "0101"]]
    ),
    SchemaProperty(
      TemplateKeys.view,
      "View of it.",
      .one(of: TemplateKeys.views),
      default: "heavy"
    ),
    SchemaProperty(
      TemplateKeys.otherwise,
      "Value where it cannot be had; the member is left out, unless given.",
      .reference(to: .value)
    ),
  ]
}
