// SPDX-License-Identifier: Apache-2.0

import FileShapes
import Plans

/// The member of a body that is a list.
enum ListSchema {
  static let hole = SchemaNode.object([
    SchemaProperty(
      TemplateKeys.list,
      "The items of an answer, a page of which becomes what do says; offset, count, total and next "
        + "stand beside it.",
      .reference(to: .pick),
      isRequired: true,
      examples: ["$.catalog.items[*]"]
    ),
    TemplateSchema.item,
  ])
}
