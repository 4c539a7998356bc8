// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import Plans

/// The facts that a row of a body states about itself, beside its contents.
struct RowDeclaration: Sendable {
  var devices: [DeviceClass]?
  var conditions: Conditions?
  var datatype: String?

  static let datatype = Member<RowDeclaration>(
    BodyKeys.datatype,
    \.datatype,
    .text,
    "Kind of thing that the row is; apps choose how to draw it by this.",
    examples: ["link"]
  )
}

extension SiteSettings {
  /// The keys by which a row says whom it is for; they do not stay in the answer.
  var rowConditions: [Member<RowDeclaration>] {
    [
      Member(
        BodyKeys.device,
        \.devices,
        DeviceClass.listed,
        "Kinds of devices that get the row.",
        examples: ["phone"]
      ),
      Member(
        BodyKeys.when,
        \.conditions,
        ConditionShapes(of: self).conditions,
        "Visitors who get the row; it does not stay in the answer.",
        examples: [["app": ">=2"]]
      ),
    ]
  }
}
