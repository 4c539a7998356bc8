// SPDX-License-Identifier: Apache-2.0

import FileShapes

/// The user, app, webhook or messages of a site that an order is about.
struct RecordSubject: Sendable {
  private(set) var id = ""
  /// One of the things that the subject has, such as a session of a user; `nil` for all.
  private(set) var part: String?
  private(set) var site: String?

  /// The members of such an order.
  ///
  /// - Parameters:
  ///   - key: the member with the id; `nil` for an order about a whole site.
  ///   - part: the member with the id of a part, and what it says.
  static func shape(
    _ key: String? = nil,
    _ meaning: String = "",
    part: (key: String, meaning: String)? = nil
  ) -> Shape<RecordSubject> {
    let subject = key.map { Member<RecordSubject>($0, \.id, .text, isRequired: true, meaning) }
    let part = part.map { Member<RecordSubject>($0.key, \.part, .text, $0.meaning) }
    return Shape.object(RecordSubject()) {
      [subject, part].compactMap(\.self)
      Member("site", \.site, .text, "Site, where a service has several.", examples: ["shop"])
    }
  }
}
